import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What stood when a topic was finalized: the crowd's ranking with the places of each choice, and what each tier earned.
    create table voting.final_results (
      topic_id integer not null references voting.topics,
      choice_id integer not null references voting.choices,
      rank integer not null,
      total_points bigint not null,
      total_votes integer not null,
      places integer[] not null check (cardinality(places) = 10),
      primary key (topic_id, choice_id)
    );
    create table voting.final_tiers (
      topic_id integer not null references voting.topics,
      tier smallint not null check (tier in (3, 5, 10)),
      ballots integer not null,
      usd_cents bigint not null,
      primary key (topic_id, tier)
    );
    -- How many ballots put one choice above the other.
    create table voting.final_duels (
      topic_id integer not null references voting.topics,
      choice_id integer not null references voting.choices,
      other_id integer not null references voting.choices,
      ballots integer not null,
      primary key (topic_id, choice_id, other_id)
    );
    alter table voting.topics add column finalized_at timestamptz;
    create index topics_to_finalize on voting.topics (end_date) where not results_finalized and cancelled_at is null;

    -- What is over stays so: a finalized topic's dates, and its results (decisions 2 and 5).
    create function voting.keep_final() returns trigger language plpgsql as $$
    begin
      if old.results_finalized and (not new.results_finalized or new.finalized_at is distinct from old.finalized_at
         or new.end_date is distinct from old.end_date or new.cancelled_at is distinct from old.cancelled_at) then
        raise exception 'the topic is final';
      end if;
      return new;
    end $$;
    create trigger keep_final before update on voting.topics for each row execute function voting.keep_final();

    -- A ballot that comes after the end is refused before it waits for the lock that the finalizer holds meanwhile: an end
    -- that has passed never moves.
    create or replace function voting.check_ballot() returns trigger language plpgsql as $$
    begin
      if new.payment_id is null
         and exists (select 1 from voting.topics where id = new.topic_id and end_date <= clock_timestamp()) then
        raise exception 'voting has ended' using errcode = 'PV001';
      end if;
      perform pg_advisory_xact_lock_shared(7001, new.topic_id);
      if new.payment_id is null then
        new.counted_at := clock_timestamp();
      end if;
      perform voting.require_open(new.topic_id, new.ranking, new.counted_at);
      return new;
    end $$;

    create schema prizes;

    -- A finalized topic with an end date: by which version of the rules, and what its pseudonyms are made of.
    create table prizes.contests (
      topic_id integer primary key references voting.topics,
      rule_version integer not null,
      salt bytea not null check (length(salt) = 32),
      ballots integer not null,
      voters integer not null,
      -- Up to which voter, by number, those who want it have been told.
      told_to integer not null default 0,
      finalized_at timestamptz not null default now()
    );
    -- How often the first ballots of all voters put a choice on each place: what accuracy is measured against.
    create table prizes.reference_places (
      topic_id integer not null references prizes.contests,
      choice_id integer not null references voting.choices,
      places integer[] not null check (cardinality(places) = 10),
      primary key (topic_id, choice_id)
    );
    create table prizes.pools (
      topic_id integer not null references prizes.contests,
      tier smallint not null check (tier in (3, 5, 10)),
      ballots integer not null,
      revenue_cents bigint not null check (revenue_cents >= 0),
      pool_cents bigint not null,
      entrants integer not null,
      primary key (topic_id, tier),
      constraint pools_half check (pool_cents = revenue_cents / 2)
    );
    -- Every counted ballot of a finalized topic. by_time is its place by time among those of its tier and accuracy;
    -- place is its voter's place in the contest of its tier, with the voter's best ballot alone.
    create table prizes.entries (
      ballot_id bigint primary key references voting.ballots,
      topic_id integer not null references prizes.contests,
      user_id integer not null references accounts.users,
      tier smallint not null,
      accuracy smallint not null check (accuracy between 0 and 55),
      by_time integer not null,
      reference boolean not null,
      eligible boolean not null,
      place integer,
      alias bytea not null,
      constraint entries_alias unique (topic_id, alias)
    );
    comment on column prizes.entries.alias is 'the pseudonym of the ballot in the public bundle of its topic';
    create index entries_of_topic on prizes.entries (topic_id, tier, place);
    create index entries_of_user on prizes.entries (user_id, topic_id);

    create table prizes.awards (
      id bigint generated always as identity primary key,
      topic_id integer not null,
      tier smallint not null,
      place smallint not null check (place between 1 and 10),
      user_id integer not null references accounts.users,
      ballot_id bigint not null references prizes.entries,
      accuracy smallint not null,
      cents bigint not null check (cents > 0),
      payable_at timestamptz not null,
      status text not null default 'owed' check (status in ('owed', 'paid', 'withheld')),
      decided_at timestamptz,
      decided_by integer references accounts.users,
      reason text,
      foreign key (topic_id, tier) references prizes.pools,
      constraint awards_place unique (topic_id, tier, place),
      constraint awards_winner unique (topic_id, tier, user_id),
      constraint awards_decided check ((status = 'owed') = (decided_at is null)),
      constraint awards_reason check (status <> 'withheld' or reason is not null)
    );
    create index awards_of_user on prizes.awards (user_id);
    create index awards_open on prizes.awards (payable_at) where status = 'owed';

    -- The awards of a pool sum to it, to the cent, or there is nobody to award it to; looked at when a transaction commits.
    create function prizes.check_pool() returns trigger language plpgsql as $$
    declare
      pool prizes.pools%rowtype;
      awarded bigint;
    begin
      select * into pool from prizes.pools where topic_id = new.topic_id and tier = new.tier;
      select coalesce(sum(cents), 0) into awarded from prizes.awards where topic_id = new.topic_id and tier = new.tier;
      if awarded <> (case when pool.entrants = 0 then 0 else pool.pool_cents end) then
        raise exception 'awards of % in a pool of % with % entrants', awarded, pool.pool_cents, pool.entrants
          using errcode = '23514';
      end if;
      return null;
    end $$;
    create constraint trigger check_pool after insert or update on prizes.pools
      deferrable initially deferred for each row execute function prizes.check_pool();
    create constraint trigger check_pool after insert or update of cents, topic_id, tier on prizes.awards
      deferrable initially deferred for each row execute function prizes.check_pool();

    -- Nothing is awarded to somebody who is being erased: whoever comes second waits for the other, and finds it out.
    create function prizes.check_winner() returns trigger language plpgsql as $$
    begin
      perform 1 from accounts.users where id = new.user_id and erased_at is null for share;
      if not found then
        raise exception 'user % has been erased', new.user_id;
      end if;
      return new;
    end $$;
    create trigger check_winner before insert on prizes.awards for each row execute function prizes.check_winner();

    -- prizes: what is owed to winners.
    alter table payments.ledger drop constraint ledger_kind_check, drop constraint ledger_debit_check, drop constraint ledger_credit_check;
    alter table payments.ledger
      add constraint ledger_kind_check check (kind in
        ('charge', 'refund', 'refund_returned', 'dispute', 'dispute_won', 'award', 'award_withheld', 'payout')),
      add constraint ledger_debit_check check (debit in ('provider', 'revenue', 'prizes')),
      add constraint ledger_credit_check check (credit in ('provider', 'revenue', 'prizes'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop schema prizes cascade;
    drop trigger keep_final on voting.topics;
    drop function voting.keep_final();
    drop table voting.final_results, voting.final_tiers, voting.final_duels;
    alter table voting.topics drop column finalized_at;
    create or replace function voting.check_ballot() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7001, new.topic_id);
      if new.payment_id is null then
        new.counted_at := clock_timestamp();
      end if;
      perform voting.require_open(new.topic_id, new.ranking, new.counted_at);
      return new;
    end $$;
  `);
}
