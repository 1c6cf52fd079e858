import type { Knex } from 'knex';

/** Requests about the whole account get a schema of their own. Nothing is deployed yet, so no older release reads them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema privacy;
    alter table accounts.account_actions set schema privacy;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table privacy.account_actions set schema accounts;
    drop schema privacy;
  `);
}
