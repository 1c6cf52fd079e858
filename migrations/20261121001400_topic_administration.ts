import type { Knex } from 'knex';

/** Whether a topic takes this ranking at a time; `gone` says what else keeps ballots out as a cancellation does. */
const requireOpen = (gone: string) => `
    create or replace function voting.require_open(asked integer, ranked integer[], at timestamptz) returns void language plpgsql as $$
    declare
      topic voting.topics%rowtype;
    begin
      select * into topic from voting.topics where id = asked;
      if not found then
        raise exception 'no such topic' using errcode = 'PV404';
      end if;
      if topic.cancelled_at is not null${gone} then
        raise exception 'the topic was cancelled' using errcode = 'PV004';
      end if;
      if topic.end_date <= at or topic.results_finalized then
        raise exception 'voting has ended' using errcode = 'PV001';
      end if;
      if topic.start_date > at or not topic.is_active then
        raise exception 'voting is not open' using errcode = 'PV002';
      end if;
      if (select count(*) from voting.choices where topic_id = asked and id = any(ranked)) <> cardinality(ranked) then
        raise exception 'not distinct choices of the topic' using errcode = 'PV003';
      end if;
    end $$;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table voting.topics
      add column archived_at timestamptz,
      add column version integer not null default 1;
    comment on column voting.topics.archived_at is 'gone from every list; results are kept, and found by the direct address';
    comment on column voting.topics.version is 'counts the changes by admins: an edit names the one that it was made on';
    ${requireOpen(' or topic.archived_at is not null')}

    -- Whether money may still bring a ballot, or has brought one: whatever was not taken back before it was charged. What
    -- went back may come again (a refund that fails, a dispute that is won), so it counts like what is under way.
    create function payments.holds_rankings(integer) returns boolean language sql stable
      as $$ select exists (select from payments.payments where topic_id = $1 and status <> 'canceled') $$;

    -- Whether a topic has ballots in the sense of decision 2, the voided and those under way included. Ask it under the
    -- topic's exclusive lock: whoever writes a ballot or begins a payment holds the shared one.
    create function voting.has_ballots(integer) returns boolean language sql stable
      as $$ select exists (select from voting.ballots where topic_id = $1 and payment_id is null) or payments.holds_rankings($1) $$;

    -- What stays of a topic (decision 2): of one that has closed its dates, of one with ballots its start and its kind, and
    -- its end moves later only. Refusals name the field and the key of its text.
    create function voting.keep_dates() returns trigger language plpgsql as $$
    declare
      starts_elsewhere boolean := new.start_date is distinct from old.start_date;
    begin
      if not starts_elsewhere and new.end_date is not distinct from old.end_date then
        return new;
      end if;
      perform pg_advisory_xact_lock(7001, new.id);
      if old.cancelled_at is not null or old.results_finalized or old.end_date <= clock_timestamp() then
        raise exception 'a topic that has closed keeps its dates' using errcode = 'PV100', constraint = 'closed_fixed',
          column = case when starts_elsewhere then 'startDate' else 'endDate' end;
      end if;
      if not voting.has_ballots(new.id) then
        return new;
      end if;
      if old.start_date is null and old.end_date is null then
        raise exception 'an always open topic with ballots gets no dates' using errcode = 'PV100',
          constraint = 'dates_fixed_always_open', column = 'endDate';
      end if;
      if starts_elsewhere then
        raise exception 'a topic with ballots keeps its start' using errcode = 'PV100', constraint = 'start_fixed',
          column = 'startDate';
      end if;
      if new.end_date is null or new.end_date < old.end_date then
        raise exception 'the end of a topic with ballots moves later only' using errcode = 'PV100',
          constraint = 'end_only_later', column = 'endDate';
      end if;
      return new;
    end $$;
    create trigger keep_dates before update of start_date, end_date on voting.topics
      for each row execute function voting.keep_dates();

    -- A choice that stands in a ballot, or may come to, is never removed. Without its topic (that is deleted with all its
    -- choices) it goes.
    create function voting.keep_choice() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7001, old.topic_id);
      if exists (select from voting.topics where id = old.topic_id) and voting.has_ballots(old.topic_id) then
        raise exception 'a topic with ballots keeps its choices' using errcode = 'PV100',
          constraint = 'choice_has_ballots', column = 'choices';
      end if;
      return old;
    end $$;
    create trigger keep_choice before delete on voting.choices for each row execute function voting.keep_choice();

    -- For the tables of the back office: names as they are searched and ordered, and any part of them found at once.
    alter table voting.choices add column search_name text not null default '';
    create function voting.index_choice() returns trigger language plpgsql as $$
    begin
      new.search_name := voting.plain(new.name);
      return new;
    end $$;
    create trigger index_choice before insert or update of name on voting.choices
      for each row execute function voting.index_choice();
    update voting.choices set name = name;
    create index choices_search_name on voting.choices using gin (search_name gin_trgm_ops);
    create index topics_search_names on voting.topics using gin (search_names gin_trgm_ops);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index voting.topics_search_names, voting.choices_search_name;
    drop trigger index_choice on voting.choices;
    drop function voting.index_choice();
    alter table voting.choices drop column search_name;
    drop trigger keep_choice on voting.choices;
    drop function voting.keep_choice();
    drop trigger keep_dates on voting.topics;
    drop function voting.keep_dates();
    drop function voting.has_ballots(integer);
    drop function payments.holds_rankings(integer);
    ${requireOpen('')}
    alter table voting.topics drop column version, drop column archived_at;
  `);
}
