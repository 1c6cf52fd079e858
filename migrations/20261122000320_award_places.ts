import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Where the winner was from when the award was made: what everybody is shown stays as it was.
    alter table prizes.awards add column city text, add column country text;
    update prizes.awards set city = person.city, country = person.country
      from accounts.users as person where person.id = user_id;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table prizes.awards drop column country, drop column city');
}
