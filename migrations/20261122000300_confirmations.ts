import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row a try to charge a card. One at a time for a person and for a card: so the declines that are counted are never
    -- behind those that were made (decision 4). One that is not ended belongs to a process that is at it, or has died.
    create table payments.confirmations (
      id bigint generated always as identity primary key,
      payment_id bigint not null references payments.payments,
      user_id integer not null references accounts.users,
      card_fingerprint text,
      begun_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz
    );
    create unique index confirmations_one_of_buyer on payments.confirmations (user_id) where ended_at is null;
    create unique index confirmations_one_of_card on payments.confirmations (card_fingerprint) where ended_at is null;
    create index confirmations_of_buyer on payments.confirmations (user_id, begun_at);
    create index confirmations_of_payment on payments.confirmations (payment_id);

    -- Declines in a row of one card, over all accounts, and until when it is locked after five of them.
    create table payments.cards (
      fingerprint text primary key,
      declines integer not null default 0,
      locked_until timestamptz,
      declined_at timestamptz not null default now()
    );
    alter table payments.declines add column card_fingerprint text;

    alter table payments.payments add column take_back text check (take_back in ('abandoned', 'erased'));
    comment on column payments.payments.take_back is 'why it is to be taken back although its topic goes on';
    create index payments_open_of_user on payments.payments (user_id) where status = 'open';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payments.payments_open_of_user;
    alter table payments.payments drop column take_back;
    alter table payments.declines drop column card_fingerprint;
    drop table payments.cards;
    drop table payments.confirmations;
  `);
}
