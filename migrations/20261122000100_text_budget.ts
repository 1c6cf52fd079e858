import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How many text messages were written on each day (UTC): to the numbers of each country, and in all ('*'). The row of
    -- the day is where the budget holds: it is counted up in the transaction that writes the message, and never above what
    -- the settings allow.
    create table notifications.texts_by_day (
      day date not null,
      country text not null check (country ~ '^([A-Z]{2}|\\*)$'),
      texts integer not null check (texts >= 0),
      primary key (day, country)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table notifications.texts_by_day');
}
