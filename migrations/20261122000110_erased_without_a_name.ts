import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whoever has been erased has no username: a placeholder is a name that somebody else may have taken. The release before
    -- this one still writes it, so nothing forbids it here.
    alter table accounts.users alter column username drop not null;
    update accounts.users set username = null where erased_at is not null;
    alter table accounts.users
      add constraint users_named check (username is not null or erased_at is not null) not valid;
    alter table accounts.users validate constraint users_named;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts.users drop constraint users_named;
    update accounts.users set username = left('erased ' || gen_random_uuid(), 40) where username is null;
    alter table accounts.users alter column username set not null;
  `);
}
