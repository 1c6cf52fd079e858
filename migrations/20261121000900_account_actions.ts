import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Requests for a copy of one's data, or for the account's erasure (specification 2, section 4).
    create table accounts.account_actions (
      id integer generated always as identity primary key,
      -- The number stays when its person is erased.
      user_id integer not null references accounts.users,
      action_type text not null check (action_type in ('account_deletion', 'data_export')),
      status text not null default 'pending'
        check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
      reason text,
      requested_at timestamptz not null default now(),
      email_verified_at timestamptz,
      phone_verified_at timestamptz,
      -- Who decided about a deletion; never the person who asked for it.
      decided_by integer references accounts.users,
      approved_at timestamptz,
      completed_at timestamptz,
      -- An export's key in the storage, while the file is there.
      file_key text,
      constraint not_ones_own check (decided_by <> user_id),
      constraint proved_first check (status not in ('processing', 'completed')
        or (email_verified_at is not null and phone_verified_at is not null))
    );
    -- One of each kind at a time.
    create unique index account_actions_open on accounts.account_actions (user_id, action_type)
      where status in ('pending', 'processing');
    create index account_actions_of_user on accounts.account_actions (user_id, id desc);
    create index account_actions_files on accounts.account_actions (completed_at) where file_key is not null;

    alter table accounts.users add column erased_at timestamptz;
    alter table accounts.codes drop constraint codes_purpose_check;
    alter table accounts.codes add constraint codes_purpose_check
      check (purpose in ('email_verification', 'phone_verification', 'export_email', 'export_phone', 'deletion_email', 'deletion_phone'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from accounts.codes where purpose in ('export_email', 'export_phone', 'deletion_email', 'deletion_phone');
    alter table accounts.codes drop constraint codes_purpose_check;
    alter table accounts.codes add constraint codes_purpose_check
      check (purpose in ('email_verification', 'phone_verification'));
    alter table accounts.users drop column erased_at;
    drop table accounts.account_actions;
  `);
}
