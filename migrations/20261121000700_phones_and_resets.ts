import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts.users
      add column phone_number text check (phone_number ~ '^\\+[1-9][0-9]{7,14}$'),
      add column phone_verified_at timestamptz,
      add constraint users_phone_to_verify check (phone_verified_at is null or phone_number is not null);
    -- A verified number belongs to one account; like a username, a registration under way does not reserve it.
    create unique index users_phone on accounts.users (phone_number)
      where phone_verified_at is not null and claimed_at is not null;

    -- An address has at most one account that is somebody's and, beside it, one registration under way. So a registration
    -- is the same thing whether or not the address has an owner, and nobody can tell by what it does.
    drop index accounts.users_email;
    create unique index users_email on accounts.users (lower(email)) where claimed_at is not null;
    create unique index users_email_unclaimed on accounts.users (lower(email)) where claimed_at is null;

    alter table accounts.codes drop constraint codes_purpose_check;
    alter table accounts.codes add constraint codes_purpose_check
      check (purpose in ('email_verification', 'phone_verification'));
    -- What one number has been sent in a day, whoever asked.
    create index codes_to_phone on accounts.codes (address, created_at) where purpose = 'phone_verification';

    -- Links for a new password; the token is stored as a fingerprint.
    create table accounts.password_resets (
      id bigint generated always as identity primary key,
      user_id integer not null references accounts.users on delete cascade,
      -- The registration that the account had: one that has been replaced since is not this person's any more.
      registration_id uuid not null,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      replaced_at timestamptz
    );
    create unique index password_resets_current on accounts.password_resets (user_id)
      where used_at is null and replaced_at is null;
    create index password_resets_issued on accounts.password_resets (user_id, created_at);

    -- What operators have chosen for the whole site; src/platform/settings.ts knows the keys and their defaults.
    create table platform.settings (
      key text primary key,
      value jsonb not null,
      changed_at timestamptz not null default now()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table platform.settings;
    drop table accounts.password_resets;
    delete from accounts.codes where purpose = 'phone_verification';
    drop index accounts.codes_to_phone;
    alter table accounts.codes drop constraint codes_purpose_check;
    alter table accounts.codes add constraint codes_purpose_check check (purpose in ('email_verification'));
    delete from accounts.users as newcomer using accounts.users as owner
      where newcomer.claimed_at is null and owner.claimed_at is not null and lower(owner.email) = lower(newcomer.email);
    drop index accounts.users_email_unclaimed;
    drop index accounts.users_email;
    create unique index users_email on accounts.users (lower(email));
    alter table accounts.users drop column phone_verified_at, drop column phone_number;
  `);
}
