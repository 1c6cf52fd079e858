import type { Knex } from 'knex';

const tables = ['topics', 'choices'];

export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`
      -- A picture is one elsewhere, or one of this site's pictures: no other address of ours is ever asked for as one.
      update voting.${table} set image_url = null
       where image_url is not null and image_url !~ '^https://|^/api/topic-pictures/[0-9a-f]{32}\\.webp$';
      alter table voting.${table} add constraint ${table}_image
        check (image_url ~ '^https://|^/api/topic-pictures/[0-9a-f]{32}\\.webp$');
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables) await knex.raw(`alter table voting.${table} drop constraint ${table}_image`);
}
