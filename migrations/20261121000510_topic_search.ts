import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists unaccent;
    create extension if not exists pg_trgm;

    -- Text as it is searched: without accents and case.
    create function voting.plain(text) returns text language sql stable strict parallel safe
      as $$ select lower(unaccent($1)) $$;

    alter table voting.topics
      -- Words of name (A), description (B) and choices (C), each language by its own grammar.
      add column search_words tsvector not null default '',
      -- Names in all languages and the choices', for what is mistyped. Compared one by one, and only where no word is found.
      add column search_names text not null default '';

    create function voting.index_topic() returns trigger language plpgsql as $$
    declare
      choices text := voting.plain(coalesce((select string_agg(name, ' . ') from voting.choices where topic_id = new.id), ''));
      names text[] := array[voting.plain(new.name), voting.plain(coalesce(new.name_es, '')), voting.plain(coalesce(new.name_fr, ''))];
    begin
      new.search_words :=
        setweight(to_tsvector('english', names[1]) || to_tsvector('spanish', names[2]) || to_tsvector('french', names[3]), 'A')
        || setweight(to_tsvector('english', voting.plain(new.description))
                  || to_tsvector('spanish', voting.plain(coalesce(new.description_es, '')))
                  || to_tsvector('french', voting.plain(coalesce(new.description_fr, ''))), 'B')
        || setweight(to_tsvector('simple', choices), 'C');
      new.search_names := array_to_string(names || choices, ' . ');
      return new;
    end $$;
    create trigger index_topic
      before insert or update of name, description, name_es, description_es, name_fr, description_fr on voting.topics
      for each row execute function voting.index_topic();

    create function voting.index_topics_of_choices() returns trigger language plpgsql as $$
    begin
      update voting.topics set name = name where id in (select topic_id from changed);
      return null;
    end $$;
    create trigger index_added after insert on voting.choices referencing new table as changed
      for each statement execute function voting.index_topics_of_choices();
    create trigger index_changed after update on voting.choices referencing new table as changed
      for each statement execute function voting.index_topics_of_choices();
    create trigger index_removed after delete on voting.choices referencing old table as changed
      for each statement execute function voting.index_topics_of_choices();

    update voting.topics set name = name;
    create index topics_search_words on voting.topics using gin (search_words);
    create index topics_category on voting.topics (category);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger index_added on voting.choices;
    drop trigger index_changed on voting.choices;
    drop trigger index_removed on voting.choices;
    drop function voting.index_topics_of_choices();
    drop trigger index_topic on voting.topics;
    drop function voting.index_topic();
    drop index voting.topics_category;
    alter table voting.topics drop column search_names, drop column search_words;
    drop function voting.plain(text);
  `);
}
