import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists fuzzystrmatch;

    -- Text as it is compared and searched: without accents and case, and without what nobody sees.
    create or replace function voting.plain(text) returns text language sql stable strict parallel safe
      as $$ select lower(unaccent(regexp_replace($1, '[\\u00AD\\u200B-\\u200F\\u2060\\uFEFF]', '', 'g'))) $$;

    -- Each correction of a choice's spelling: the name that the choice had, the one that it got, and why.
    create table voting.choice_spellings (
      id bigint generated always as identity primary key,
      choice_id integer not null references voting.choices on delete cascade,
      topic_id integer not null references voting.topics on delete cascade,
      name text not null,
      corrected text not null,
      reason text not null check (reason <> ''),
      corrected_at timestamptz not null default transaction_timestamp()
    );
    -- Before the first ballot nobody has voted by a name: what it was then is no measure.
    create function voting.keep_spelling() returns trigger language plpgsql as $$
    begin
      if not voting.has_ballots(new.topic_id) then
        raise exception 'a name that nobody has voted by is simply changed' using errcode = 'PV100',
          constraint = 'spelling_without_ballots', column = 'choices';
      end if;
      return new;
    end $$;
    create trigger keep_spelling before insert on voting.choice_spellings
      for each row execute function voting.keep_spelling();

    create index choice_spellings_of_topic on voting.choice_spellings (topic_id);
    create index choice_spellings_of_choice on voting.choice_spellings (choice_id);

    alter table voting.topics add column correction text, add column correction_es text, add column correction_fr text;
    alter table voting.topics add constraint topics_correction check (correction is null or results_finalized);
    comment on column voting.topics.correction is 'a note beside a final topic, whose texts stay as they were voted on';

    -- What a choice shows (decision 2). With ballots its name changes only as a correction that was written down in the same
    -- transaction, by at most a third of the letters that it had when it was voted on, and never to what another choice is or
    -- was called. Once the topic is final, nothing changes.
    create function voting.keep_choice_texts() returns trigger language plpgsql as $$
    declare
      first_name text;
    begin
      if tg_op = 'UPDATE' then
        if (new.name, new.description, new.image_url, new.position, new.topic_id)
           is not distinct from (old.name, old.description, old.image_url, old.position, old.topic_id) then
          return new;
        end if;
        if new.topic_id <> old.topic_id then
          raise exception 'a choice stays with its topic' using errcode = 'PV100', constraint = 'choice_has_ballots',
            column = 'choices';
        end if;
        perform pg_advisory_xact_lock(7001, old.topic_id);
      end if;
      if (select results_finalized from voting.topics where id = new.topic_id) then
        raise exception 'a final topic shows what was voted on' using errcode = 'PV100', constraint = 'final_fixed',
          column = 'choices';
      end if;
      if not voting.has_ballots(new.topic_id) then
        return new;
      end if;
      if exists (select from voting.choice_spellings
                  where topic_id = new.topic_id and choice_id <> new.id and voting.plain(name) = voting.plain(new.name)) then
        raise exception 'another choice was called so' using errcode = 'PV100', constraint = 'choice_name_had',
          column = 'choices';
      end if;
      if tg_op = 'INSERT' then
        return new;
      end if;
      if old.image_url is not null and new.image_url is distinct from old.image_url then
        raise exception 'a topic with ballots keeps its choices'' pictures' using errcode = 'PV100',
          constraint = 'choice_image_fixed', column = 'choices';
      end if;
      if new.name = old.name then
        return new;
      end if;
      if not exists (select from voting.choice_spellings
                      where choice_id = old.id and name = old.name and corrected = new.name
                        and corrected_at = transaction_timestamp()) then
        raise exception 'a topic with ballots keeps its choices'' names' using errcode = 'PV100',
          constraint = 'choice_name_fixed', column = 'choices';
      end if;
      if exists (select from voting.choices
                  where topic_id = old.topic_id and id <> old.id and voting.plain(name) = voting.plain(new.name)) then
        raise exception 'another choice is called so' using errcode = 'PV100', constraint = 'choice_name_had',
          column = 'choices';
      end if;
      select name into first_name from voting.choice_spellings where choice_id = old.id order by id limit 1;
      if levenshtein(lower(first_name), lower(new.name)) * 3 > greatest(char_length(first_name), char_length(new.name)) then
        raise exception 'this is another name' using errcode = 'PV100', constraint = 'choice_name_differs',
          column = 'choices';
      end if;
      return new;
    end $$;
    create trigger keep_choice_texts before insert or update on voting.choices
      for each row execute function voting.keep_choice_texts();

    -- What a topic shows once it is final.
    create function voting.keep_topic_texts() returns trigger language plpgsql as $$
    declare
      changed text := case
        when new.name is distinct from old.name then 'name'
        when new.description is distinct from old.description then 'description'
        when new.name_es is distinct from old.name_es then 'nameEs'
        when new.description_es is distinct from old.description_es then 'descriptionEs'
        when new.name_fr is distinct from old.name_fr then 'nameFr'
        when new.description_fr is distinct from old.description_fr then 'descriptionFr'
        when new.image_url is distinct from old.image_url then 'image'
        when new.category is distinct from old.category then 'category'
      end;
    begin
      if changed is not null and old.results_finalized then
        raise exception 'a final topic shows what was voted on' using errcode = 'PV100', constraint = 'final_fixed',
          column = changed;
      end if;
      return new;
    end $$;
    create trigger keep_topic_texts
      before update of name, description, name_es, description_es, name_fr, description_fr, image_url, category
      on voting.topics for each row execute function voting.keep_topic_texts();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger keep_topic_texts on voting.topics;
    drop function voting.keep_topic_texts();
    drop trigger keep_choice_texts on voting.choices;
    drop function voting.keep_choice_texts();
    alter table voting.topics drop column correction_fr, drop column correction_es, drop column correction;
    drop table voting.choice_spellings;
    drop function voting.keep_spelling();
    create or replace function voting.plain(text) returns text language sql stable strict parallel safe
      as $$ select lower(unaccent($1)) $$;
    drop extension fuzzystrmatch;
  `);
}
