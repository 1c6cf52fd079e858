import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Payments that an admin gives back: asked for once each, carried out when the payment is settled.
    create table payments.refund_requests (
      payment_id bigint primary key references payments.payments,
      requested_by integer not null references accounts.users,
      -- Null once the buyer has been erased.
      reason text,
      requested_at timestamptz not null default now()
    );

    -- Who has looked at what did not fit, and what came of it.
    alter table payments.discrepancies
      add column resolved_at timestamptz,
      add column resolved_by integer references accounts.users,
      add column note text,
      add constraint discrepancies_resolved check ((resolved_at is null) = (resolved_by is null));
    create index discrepancies_open on payments.discrepancies (id) where resolved_at is null;

    create index ledger_disputes on payments.ledger (id) where kind in ('dispute', 'dispute_won');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index payments.ledger_disputes;
    drop index payments.discrepancies_open;
    alter table payments.discrepancies
      drop constraint discrepancies_resolved,
      drop column note,
      drop column resolved_by,
      drop column resolved_at;
    drop table payments.refund_requests;
  `);
}
