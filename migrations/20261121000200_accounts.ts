import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema accounts;

    create table accounts.users (
      id integer generated always as identity primary key,
      username text not null check (length(username) between 2 and 40),
      email text not null check (length(email) between 3 and 254),
      password_hash text not null,
      role text not null default 'user' check (role in ('user', 'moderator', 'admin')),
      -- Names one registration: a later one of the same address gets another, and the earlier browser loses its claim.
      registration_id uuid not null default gen_random_uuid(),
      -- When the account became somebody's. Until then it reserves neither its address nor its username.
      claimed_at timestamptz,
      email_verified_at timestamptz,
      suspended_at timestamptz,
      -- Counted up to end every session of the account.
      session_version integer not null default 1,
      preferred_language text check (preferred_language in ('en', 'es', 'fr')),
      terms_accepted_at timestamptz not null default now(),
      terms_version text not null,
      created_at timestamptz not null default now()
    );
    create unique index users_email on accounts.users (lower(email));
    create unique index users_username on accounts.users (lower(username)) where claimed_at is not null;
    create index users_unclaimed on accounts.users (created_at) where claimed_at is null;

    create table accounts.codes (
      id bigint generated always as identity primary key,
      user_id integer not null references accounts.users on delete cascade,
      purpose text not null check (purpose in ('email_verification')),
      address text not null,
      code_hash bytea not null,
      tries integer not null default 0 check (tries <= 5),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      replaced_at timestamptz
    );
    create unique index codes_current on accounts.codes (user_id, purpose) where used_at is null and replaced_at is null;
    create index codes_issued on accounts.codes (user_id, created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema accounts cascade');
}
