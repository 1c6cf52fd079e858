import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- For the back office: jobs that have failed for good, and the newest of each kind.
    create index outbox_failed on platform.outbox (id) where failed_at is not null and done_at is null;
    -- Messages that wait, by when they stop making sense.
    create index messages_waiting on notifications.messages (expires_at) where sealed is not null;
    -- For the dashboard's last 30 days: ballots come in the order of their time, so the smallest of indexes will do.
    create index ballots_by_day on voting.ballots using brin (counted_at) with (pages_per_range = 32, autosummarize = on);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index platform.outbox_failed, notifications.messages_waiting, voting.ballots_by_day');
}
