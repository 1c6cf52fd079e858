import type { Knex } from 'knex';

/** Winners are written to after the close, by a job: the mark makes it once. Until now the close itself wrote to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table prizes.contests add column winners_told_at timestamptz;
    update prizes.contests set winners_told_at = finalized_at;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table prizes.contests drop column winners_told_at');
}
