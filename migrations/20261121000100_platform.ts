import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema platform;

    -- What must follow a change, written in the change's transaction. payload holds ids, never data.
    create table platform.outbox (
      id bigint generated always as identity primary key,
      job text not null,
      payload jsonb not null,
      created_at timestamptz not null default now(),
      relayed_at timestamptz,
      done_at timestamptz,
      failed_at timestamptz,
      last_error text
    );
    create index outbox_open on platform.outbox (id) where done_at is null and failed_at is null;
    create index outbox_done on platform.outbox (done_at) where done_at is not null;

    create table platform.sweeps (
      name text primary key,
      last_run_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema platform cascade');
}
