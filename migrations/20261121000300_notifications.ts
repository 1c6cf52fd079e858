import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema notifications;

    create table notifications.messages (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('email')),
      template text not null,
      language text not null,
      -- Address and contents, encrypted, and gone as soon as the message is sent or given up.
      sealed bytea,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      sent_at timestamptz,
      given_up_at timestamptz,
      check ((sealed is null) = (sent_at is not null or given_up_at is not null))
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema notifications cascade');
}
