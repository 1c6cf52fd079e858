import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema voting;

    create table voting.topics (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 200),
      description text not null default '',
      name_es text,
      description_es text,
      name_fr text,
      description_fr text,
      image_url text,
      category text not null default 'general'
        check (category in ('sports', 'technology', 'entertainment', 'food', 'travel', 'fashion', 'general')),
      is_active boolean not null default true,
      is_featured boolean not null default false,
      start_date timestamptz,
      end_date timestamptz,
      results_finalized boolean not null default false,
      created_at timestamptz not null default now(),
      constraint start_needs_end check (start_date is null or end_date is not null),
      constraint start_before_end check (start_date < end_date)
    );

    create table voting.choices (
      id integer generated always as identity primary key,
      topic_id integer not null references voting.topics on delete cascade,
      position integer not null,
      name text not null check (length(name) between 1 and 200),
      description text not null default '',
      image_url text
    );
    create unique index choices_name on voting.choices (topic_id, lower(name));
    create index choices_order on voting.choices (topic_id, position);

    -- One row a ballot, append-only; ranking holds the choices in order, the first place first.
    create table voting.ballots (
      id bigint generated always as identity primary key,
      topic_id integer not null references voting.topics,
      user_id integer not null references accounts.users,
      tier smallint not null check (tier in (3, 5, 10)),
      ranking integer[] not null,
      payment_id bigint,
      counted_at timestamptz not null,
      voided_at timestamptz,
      void_reason text,
      constraint ballots_size check (cardinality(ranking) between 1 and tier),
      constraint ballots_void check ((voided_at is null) = (void_reason is null))
    );
    -- The free ballot is one per voter and topic, whatever its tier (decision 3).
    create unique index ballots_one_free on voting.ballots (topic_id, user_id) where payment_id is null;
    create index ballots_of_topic on voting.ballots (topic_id) where voided_at is null;
    create index ballots_of_user on voting.ballots (user_id, topic_id);

    -- Takes a ballot only while its topic is open by the database's clock. The shared lock comes first and the clock is
    -- read after it: whoever freezes a topic takes the exclusive lock once the end has passed, and so no ballot that
    -- read an earlier time can be committed behind its back. The error codes are turned into answers in ballots.ts.
    create function voting.check_ballot() returns trigger language plpgsql as $$
    declare
      topic voting.topics%rowtype;
    begin
      perform pg_advisory_xact_lock_shared(7001, new.topic_id);
      select * into topic from voting.topics where id = new.topic_id;
      if not found then
        raise exception 'no such topic' using errcode = 'PV404';
      end if;
      new.counted_at := clock_timestamp();
      if topic.end_date <= new.counted_at then
        raise exception 'voting has ended' using errcode = 'PV001';
      end if;
      if topic.start_date > new.counted_at or not topic.is_active then
        raise exception 'voting is not open' using errcode = 'PV002';
      end if;
      if (select count(*) from voting.choices where topic_id = new.topic_id and id = any(new.ranking))
         <> cardinality(new.ranking) then
        raise exception 'not distinct choices of the topic' using errcode = 'PV003';
      end if;
      return new;
    end $$;
    create trigger check_ballot before insert on voting.ballots for each row execute function voting.check_ballot();

    -- A ballot is never changed or deleted; it can only be voided, once.
    create function voting.keep_ballot() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is not null
         and (new.id, new.topic_id, new.user_id, new.tier, new.ranking, new.payment_id, new.counted_at)
             is not distinct from
             (old.id, old.topic_id, old.user_id, old.tier, old.ranking, old.payment_id, old.counted_at) then
        return new;
      end if;
      raise exception 'ballots are append-only';
    end $$;
    create trigger keep_ballot before update or delete on voting.ballots for each row execute function voting.keep_ballot();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema voting cascade');
}
