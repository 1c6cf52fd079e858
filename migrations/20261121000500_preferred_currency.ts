import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One of the fifteen of src/shared/money.ts, or null: none chosen.
    alter table accounts.users add column preferred_currency text check (preferred_currency ~ '^[A-Z]{3}$');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table accounts.users drop column preferred_currency');
}
