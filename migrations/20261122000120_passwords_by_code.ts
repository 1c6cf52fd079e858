import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts.password_resets
      -- What the code has proved for which this was handed out, in a browser that did not register; null for a mailed link.
      add column proved_by_code text check (proved_by_code in ('email', 'phone'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from accounts.password_resets where proved_by_code is not null;
    alter table accounts.password_resets drop column proved_by_code;
  `);
}
