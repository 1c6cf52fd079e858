import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A code's address is the new one: it takes the old one's place when the code is confirmed.
    alter table accounts.codes drop constraint codes_purpose_check;
    alter table accounts.codes add constraint codes_purpose_check check (purpose in
      ('email_verification', 'phone_verification', 'export_email', 'export_phone', 'deletion_email', 'deletion_phone', 'email_change', 'phone_change'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from accounts.codes where purpose in ('email_change', 'phone_change');
    alter table accounts.codes drop constraint codes_purpose_check;
    alter table accounts.codes add constraint codes_purpose_check
      check (purpose in ('email_verification', 'phone_verification', 'export_email', 'export_phone', 'deletion_email', 'deletion_phone'));
  `);
}
