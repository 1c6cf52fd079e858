import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications.messages drop constraint messages_channel_check;
    alter table notifications.messages add constraint messages_channel_check check (channel in ('email', 'sms'));

    -- What an address is to be sent, as its owner has confirmed it. An address without a row is sent neither.
    -- These tables hold personal data by address and not by account: erasing a person means deleting the rows of each of
    -- his or her addresses from all three, and the rows with his or her user_id.
    create table notifications.subscriptions (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('email', 'sms')),
      address text not null,
      -- 'service': about what one does on the site. 'marketing': anything else.
      service boolean not null,
      marketing boolean not null,
      language text not null check (language in ('en', 'es', 'fr')),
      privacy_version text not null,
      terms_version text not null,
      -- Who was signed in when these preferences were asked for: that person is shown them again.
      user_id integer references accounts.users on delete set null,
      confirmed_at timestamptz not null default now()
    );
    create unique index subscriptions_address on notifications.subscriptions (channel, lower(address));
    create index subscriptions_user on notifications.subscriptions (user_id) where user_id is not null;

    -- Preferences that wait for the owner of the address. The link's token is stored as a fingerprint.
    create table notifications.subscription_requests (
      id bigint generated always as identity primary key,
      token_hash bytea not null unique,
      channel text not null check (channel in ('email', 'sms')),
      address text not null,
      service boolean not null,
      marketing boolean not null,
      language text not null check (language in ('en', 'es', 'fr')),
      privacy_version text not null,
      terms_version text not null,
      user_id integer references accounts.users on delete set null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      confirmed_at timestamptz,
      withdrawn_at timestamptz,
      check (confirmed_at is null or withdrawn_at is null)
    );
    create index subscription_requests_address
      on notifications.subscription_requests (channel, lower(address), created_at);
    create index subscription_requests_created on notifications.subscription_requests (created_at);

    -- Who has agreed to what, when, and to which texts: the proof of consent (decision 7). An opt-out accepts no texts.
    create table notifications.consent_log (
      id bigint generated always as identity primary key,
      channel text not null check (channel in ('email', 'sms')),
      address text not null,
      what text not null check (what in ('service', 'marketing')),
      turned_on boolean not null,
      source text not null check (source in ('dialog', 'confirm', 'opt-out')),
      privacy_version text,
      terms_version text,
      at timestamptz not null default clock_timestamp(),
      check (source = 'opt-out' or (privacy_version is not null and terms_version is not null)),
      check (source <> 'opt-out' or not turned_on)
    );
    create index consent_log_address on notifications.consent_log (channel, lower(address));

    -- The log only grows. The erasure of a person may delete, in a transaction that says so:
    -- set local podium.erasing = 'on'.
    create function notifications.keep_consent_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('podium.erasing', true) = 'on' then
        return old;
      end if;
      raise exception 'the consent log is append-only';
    end $$;
    create trigger keep_consent_log before update or delete on notifications.consent_log
      for each row execute function notifications.keep_consent_log();
    create trigger keep_whole_consent_log before truncate on notifications.consent_log
      for each statement execute function notifications.keep_consent_log();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table notifications.consent_log, notifications.subscription_requests, notifications.subscriptions;
    drop function notifications.keep_consent_log();
    delete from notifications.messages where channel = 'sms';
    alter table notifications.messages drop constraint messages_channel_check;
    alter table notifications.messages add constraint messages_channel_check check (channel in ('email'));
  `);
}
