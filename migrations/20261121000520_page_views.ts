import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema analytics;

    -- How often a page was opened on a day, by those who allowed to count it. Nothing tells who.
    create table analytics.page_views (
      day date not null,
      page text not null,
      language text not null check (language in ('en', 'es', 'fr')),
      views bigint not null default 1,
      primary key (day, page, language)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema analytics cascade');
}
