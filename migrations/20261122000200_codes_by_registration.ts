import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A day's codes are counted for the registration that they were issued to, so that another registration of the same
    -- address does not use them up. Null for those that an older release has issued.
    alter table accounts.codes
      add column registration_id uuid,
      -- By a browser that has nothing to do with the account: half of the codes and some of the tries are kept from it.
      add column asked_elsewhere boolean not null default false,
      add column tries_elsewhere integer not null default 0 check (tries_elsewhere <= 3);
    create index codes_to_address on accounts.codes (lower(address), purpose, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index accounts.codes_to_address;
    alter table accounts.codes drop column registration_id, drop column asked_elsewhere, drop column tries_elsewhere;
  `);
}
