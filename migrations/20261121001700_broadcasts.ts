import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Since when a message waits because its channel is switched off. Its job is done then; a sweep hands it on.
    alter table notifications.messages add column held_at timestamptz;
    create index messages_held on notifications.messages (channel, id) where held_at is not null and sealed is not null;

    -- When the owner of an address was sent marketing: the last time, and the time before that.
    alter table notifications.subscriptions
      add column marketing_last_at timestamptz,
      add column marketing_before_at timestamptz;

    -- At most 2 in any 7 days (decision 7), whoever sends, and however many at once: the last becomes the one before, and
    -- the one before that must be 7 days old.
    create function notifications.keep_marketing_limit() returns trigger language plpgsql as $$
    begin
      if new.marketing_last_at is distinct from old.marketing_last_at
         and (new.marketing_before_at is distinct from old.marketing_last_at
              or old.marketing_before_at > new.marketing_last_at - interval '7 days') then
        raise exception 'at most 2 marketing messages in any 7 days' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger keep_marketing_limit before update of marketing_last_at, marketing_before_at
      on notifications.subscriptions for each row execute function notifications.keep_marketing_limit();

    -- An e-mail that an admin sends to many.
    create table notifications.broadcasts (
      id integer generated always as identity primary key,
      created_by integer not null references accounts.users,
      created_at timestamptz not null default clock_timestamp(),
      -- Made by the form: a second press brings the same one.
      key uuid,
      -- Of the texts and the recipients, so that the same is recognised without a key.
      fingerprint bytea not null,
      -- Language to subject and message; English is always there.
      texts jsonb not null check (texts -> 'en' is not null),
      audience text not null check (audience in ('all', 'list')),
      -- How many of a list had not consented. Their addresses are not kept.
      unconsented integer not null default 0,
      state text not null default 'queued' check (state in ('queued', 'sending', 'done', 'stopped')),
      -- Since when it waits because e-mail notifications are switched off.
      held_at timestamptz,
      ended_at timestamptz,
      -- What became of the recipients, once all is decided.
      counts jsonb,
      unique (created_by, key),
      check (counts is null or ended_at is not null)
    );
    create index broadcasts_twins on notifications.broadcasts (created_by, fingerprint);
    create index broadcasts_open on notifications.broadcasts (id) where counts is null;

    -- Who is to get it, fixed at its start: those who had consented then. A thousand positions are one job.
    -- Personal data by address: an erasure deletes the rows of each of the person's addresses.
    create table notifications.broadcast_recipients (
      broadcast_id integer not null references notifications.broadcasts,
      position integer not null,
      address text not null,
      language text not null,
      state text not null default 'waiting' check (
        state in ('waiting', 'sending', 'sent', 'over_limit', 'unconsented', 'suspended', 'failed', 'stopped')),
      -- When it was counted against the limit; a mail that is tried again is not counted again.
      claimed_at timestamptz,
      tried_at timestamptz,
      primary key (broadcast_id, position)
    );
    -- Nobody twice; and how a person's rows are found.
    create unique index broadcast_recipients_address
      on notifications.broadcast_recipients (lower(address), broadcast_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table notifications.broadcast_recipients, notifications.broadcasts;
    drop trigger keep_marketing_limit on notifications.subscriptions;
    drop function notifications.keep_marketing_limit();
    alter table notifications.subscriptions drop column marketing_last_at, drop column marketing_before_at;
    -- Nothing would hand on what is held.
    update notifications.messages set sealed = null, given_up_at = now() where held_at is not null and sealed is not null;
    alter table notifications.messages drop column held_at;
  `);
}
