import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema payments;

    -- One row an attempt to buy a ballot, written before the provider is asked. The ranking waits here until the money is
    -- there. What the provider says is read from it again and again; version counts how often it was applied.
    create table payments.payments (
      id bigint generated always as identity primary key,
      user_id integer not null references accounts.users,
      topic_id integer not null references voting.topics,
      tier smallint not null check (tier in (3, 5, 10)),
      ranking integer[] not null,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      amount integer not null check (amount > 0),
      rate numeric not null check (rate > 0),
      usd_cents integer not null check (usd_cents > 0),
      language text not null,
      site text not null,
      status text not null default 'open'
        check (status in ('open', 'processing', 'succeeded', 'canceled', 'refunding', 'refunded', 'disputed')),
      reason text,
      intent_id text unique,
      charge_id text unique,
      paid_at timestamptz,
      card_brand text,
      card_last4 text,
      card_fingerprint text,
      version integer not null default 0,
      closing boolean not null default false,
      look_at timestamptz,
      created_at timestamptz not null default now(),
      constraint payments_size check (cardinality(ranking) between 1 and tier),
      constraint payments_paid check (status in ('open', 'processing', 'canceled') or (charge_id is not null and paid_at is not null))
    );
    comment on column payments.payments.amount is 'in minor units of the currency';
    comment on column payments.payments.rate is 'units of the currency for one US dollar, at the time of the attempt';
    comment on column payments.payments.site is 'the host of this site at the time of the attempt: its intent says so too';
    comment on column payments.payments.paid_at is 'when the card was charged, by the clock of the provider';
    comment on column payments.payments.look_at is 'when to ask the provider without having been told; null: not any more';
    -- One open payment for an identical ballot: a second tab gets the first one's (decision 4).
    create unique index payments_one_open on payments.payments (user_id, topic_id, tier, ranking, currency, amount)
      where status = 'open';
    create index payments_of_user on payments.payments (user_id, id);
    create index payments_of_topic on payments.payments (topic_id);
    create index payments_open on payments.payments (topic_id) where status = 'open';
    create index payments_of_card on payments.payments (card_fingerprint) where card_fingerprint is not null;
    create index payments_due on payments.payments (look_at) where look_at is not null;

    -- What the provider told, once each. Only of payments of ours.
    create table payments.events (
      id text primary key,
      type text not null,
      payment_id bigint not null references payments.payments,
      created_at timestamptz not null,
      received_at timestamptz not null default now()
    );
    -- How far the provider's own list of events has been read.
    create table payments.pulls (
      one boolean primary key default true check (one),
      pulled_to timestamptz not null
    );

    create table payments.declines (
      charge_id text primary key,
      payment_id bigint not null references payments.payments,
      code text not null,
      declined_at timestamptz not null
    );
    create index declines_of_payment on payments.declines (payment_id);
    -- Declines in a row, and until when paying is locked after five of them (decision 4).
    create table payments.buyers (
      user_id integer primary key references accounts.users,
      declines integer not null default 0,
      locked_until timestamptz
    );

    -- Every movement of money, in US cents, from one account to another: the books balance by their form.
    -- provider: what it holds for us; revenue: what ballots have earned.
    create table payments.ledger (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('charge', 'refund', 'refund_returned', 'dispute', 'dispute_won')),
      reference text not null,
      payment_id bigint references payments.payments,
      debit text not null check (debit in ('provider', 'revenue')),
      credit text not null check (credit in ('provider', 'revenue')),
      usd_cents integer not null check (usd_cents >= 0),
      currency text not null,
      amount integer not null check (amount > 0),
      booked_at timestamptz not null default clock_timestamp(),
      constraint ledger_once unique (kind, reference),
      constraint ledger_moves check (debit <> credit)
    );
    create index ledger_of_payment on payments.ledger (payment_id);
    create function payments.keep_ledger() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is append-only';
    end $$;
    create trigger keep_ledger before update or delete or truncate on payments.ledger
      for each statement execute function payments.keep_ledger();

    -- What did not fit and somebody has to look at.
    create table payments.discrepancies (
      id bigint generated always as identity primary key,
      payment_id bigint not null references payments.payments,
      kind text not null,
      detail text not null,
      found_at timestamptz not null default now(),
      constraint discrepancies_once unique (payment_id, kind, detail)
    );

    alter table voting.topics add column cancelled_at timestamptz;

    alter table voting.ballots add column usd_cents integer check (usd_cents > 0);
    alter table voting.ballots add constraint ballots_payment foreign key (payment_id) references payments.payments;
    alter table voting.ballots add constraint ballots_price check ((payment_id is null) = (usd_cents is null));
    create unique index ballots_one_paid on voting.ballots (payment_id) where payment_id is not null and voided_at is null;

    -- Whether a topic takes this ranking at a time. Asked under the topic's shared lock by whoever writes a ballot.
    create function voting.require_open(asked integer, ranked integer[], at timestamptz) returns void language plpgsql as $$
    declare
      topic voting.topics%rowtype;
    begin
      select * into topic from voting.topics where id = asked;
      if not found then
        raise exception 'no such topic' using errcode = 'PV404';
      end if;
      if topic.cancelled_at is not null then
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
    end $$;

    -- As before, and: a paid ballot counts from the time at which the provider dates its payment.
    create or replace function voting.check_ballot() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7001, new.topic_id);
      if new.payment_id is null then
        new.counted_at := clock_timestamp();
      end if;
      perform voting.require_open(new.topic_id, new.ranking, new.counted_at);
      return new;
    end $$;

    create or replace function voting.keep_ballot() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is not null
         and (new.id, new.topic_id, new.user_id, new.tier, new.ranking, new.payment_id, new.usd_cents, new.counted_at)
             is not distinct from
             (old.id, old.topic_id, old.user_id, old.tier, old.ranking, old.payment_id, old.usd_cents, old.counted_at) then
        return new;
      end if;
      raise exception 'ballots are append-only';
    end $$;

    -- Exactly one counted ballot for each succeeded payment, and none for any other (decision 4), looked at when a
    -- transaction commits. What happens to money after a topic was finalized changes its ballots no more.
    create function payments.check_one_to_one() returns trigger language plpgsql as $$
    declare
      payment payments.payments%rowtype;
      counted integer;
    begin
      if tg_table_schema = 'payments' then
        select * into payment from payments.payments where id = new.id;
      else
        select * into payment from payments.payments where id = new.payment_id;
      end if;
      select count(*) into counted from voting.ballots where payment_id = payment.id and voided_at is null;
      if counted = (payment.status = 'succeeded')::int then
        return null;
      end if;
      if counted = 1 and (select results_finalized from voting.topics where id = payment.topic_id) then
        return null;
      end if;
      raise exception 'payment % is % and has % counted ballots', payment.id, payment.status, counted
        using errcode = '23514';
    end $$;
    create constraint trigger check_one_to_one after insert or update of status on payments.payments
      deferrable initially deferred for each row execute function payments.check_one_to_one();
    create constraint trigger check_one_to_one after insert or update on voting.ballots
      deferrable initially deferred for each row when (new.payment_id is not null)
      execute function payments.check_one_to_one();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger check_one_to_one on voting.ballots;
    create or replace function voting.check_ballot() returns trigger language plpgsql as $$
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
    create or replace function voting.keep_ballot() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is not null
         and (new.id, new.topic_id, new.user_id, new.tier, new.ranking, new.payment_id, new.counted_at)
             is not distinct from
             (old.id, old.topic_id, old.user_id, old.tier, old.ranking, old.payment_id, old.counted_at) then
        return new;
      end if;
      raise exception 'ballots are append-only';
    end $$;
    drop function voting.require_open(integer, integer[], timestamptz);
    alter table voting.ballots drop constraint ballots_price, drop constraint ballots_payment, drop column usd_cents;
    drop index voting.ballots_one_paid;
    alter table voting.topics drop column cancelled_at;
    drop schema payments cascade;
  `);
}
