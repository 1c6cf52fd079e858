import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table accounts.users
      add column first_name text,
      add column last_name text,
      add column street_address text,
      add column city text,
      add column state text,
      add column postal_code text,
      -- ISO 3166-1, two letters.
      add column country text check (country ~ '^[A-Z]{2}$'),
      add column date_of_birth date,
      add column nationality text,
      add column occupation text,
      -- The picture's key in the storage.
      add column profile_image text,
      add column kyc_status text not null default 'none' check (kyc_status in ('none', 'pending', 'verified', 'rejected'));

    -- What somebody did with the account, for that person to see. What is written is decided in modules/accounts/activities.ts.
    create table accounts.activities (
      id bigint generated always as identity primary key,
      user_id integer not null references accounts.users on delete cascade,
      activity_type text not null,
      created_at timestamptz not null default now()
    );
    create index activities_of_user on accounts.activities (user_id, id desc);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table accounts.activities;
    alter table accounts.users
      drop column first_name, drop column last_name, drop column street_address, drop column city, drop column state,
      drop column postal_code, drop column country, drop column date_of_birth, drop column nationality,
      drop column occupation, drop column profile_image, drop column kyc_status;
  `);
}
