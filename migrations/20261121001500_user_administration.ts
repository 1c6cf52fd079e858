import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- As people are looked for: without accents and case, one text of all that tells who somebody is. unaccent is declared
    -- stable because its dictionary may be exchanged; nobody does, and an index needs a function that stays.
    create function accounts.search_text(username text, email text, first_name text, last_name text, phone_number text)
      returns text language sql immutable parallel safe
      as $$ select lower(public.unaccent('public.unaccent'::regdictionary,
                                         concat_ws(' ', username, first_name, last_name, email, phone_number))) $$;

    alter table accounts.users
      -- Why somebody is suspended, as the admin wrote it.
      add column suspended_reason text,
      add column search_text text generated always as
        (accounts.search_text(username, email, first_name, last_name, phone_number)) stored,
      -- Somebody whom an admin has created has accepted nothing yet.
      alter column terms_version drop not null,
      alter column terms_accepted_at drop not null;
    create index users_search on accounts.users using gin (search_text gin_trgm_ops);
    -- The orders of the back office's table.
    create index users_by_username on accounts.users (lower(username), id);
    create index users_by_email on accounts.users (lower(email), id);
    create index users_by_age on accounts.users (created_at, id);

    -- Deletions that wait for an admin.
    create index account_actions_waiting on accounts.account_actions (id)
      where action_type = 'account_deletion' and status = 'processing';

    -- Accounts that share a card, found without looking at the payments themselves.
    create index payments_sharing on payments.payments (card_fingerprint, user_id, id) where card_fingerprint is not null;
    drop index payments.payments_of_card;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create index payments_of_card on payments.payments (card_fingerprint) where card_fingerprint is not null;
    drop index payments.payments_sharing;
    drop index accounts.account_actions_waiting;
    drop index accounts.users_by_age;
    drop index accounts.users_by_email;
    drop index accounts.users_by_username;
    update accounts.users set terms_version = coalesce(terms_version, ''), terms_accepted_at = coalesce(terms_accepted_at, created_at)
      where terms_version is null or terms_accepted_at is null;
    alter table accounts.users
      drop column search_text,
      drop column suspended_reason,
      alter column terms_version set not null,
      alter column terms_accepted_at set not null;
    drop function accounts.search_text(text, text, text, text, text);
  `);
}
