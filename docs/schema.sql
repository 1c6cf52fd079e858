-- What the migrations make, to be read and never run. Written by: npm run schema

CREATE SCHEMA accounts;

CREATE TABLE accounts.activities (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  activity_type text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT activities_pkey PRIMARY KEY (id),
  CONSTRAINT activities_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id) ON DELETE CASCADE
);
CREATE INDEX activities_of_user ON accounts.activities USING btree (user_id, id DESC);

CREATE TABLE accounts.codes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  purpose text NOT NULL,
  address text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  registration_id uuid,
  asked_elsewhere boolean DEFAULT false NOT NULL,
  tries_elsewhere integer DEFAULT 0 NOT NULL,
  CONSTRAINT codes_pkey PRIMARY KEY (id),
  CONSTRAINT codes_purpose_check CHECK (purpose = ANY (ARRAY['email_verification'::text, 'phone_verification'::text, 'export_email'::text, 'export_phone'::text, 'deletion_email'::text, 'deletion_phone'::text, 'email_change'::text, 'phone_change'::text])),
  CONSTRAINT codes_tries_check CHECK (tries <= 5),
  CONSTRAINT codes_tries_elsewhere_check CHECK (tries_elsewhere <= 3),
  CONSTRAINT codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX codes_current ON accounts.codes USING btree (user_id, purpose) WHERE ((used_at IS NULL) AND (replaced_at IS NULL));
CREATE INDEX codes_issued ON accounts.codes USING btree (user_id, created_at);
CREATE INDEX codes_to_address ON accounts.codes USING btree (lower(address), purpose, created_at);
CREATE INDEX codes_to_phone ON accounts.codes USING btree (address, created_at) WHERE (purpose = 'phone_verification'::text);

CREATE TABLE accounts.password_resets (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  registration_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  replaced_at timestamp with time zone,
  proved_by_code text,
  CONSTRAINT password_resets_pkey PRIMARY KEY (id),
  CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash),
  CONSTRAINT password_resets_proved_by_code_check CHECK (proved_by_code = ANY (ARRAY['email'::text, 'phone'::text])),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX password_resets_current ON accounts.password_resets USING btree (user_id) WHERE ((used_at IS NULL) AND (replaced_at IS NULL));
CREATE INDEX password_resets_issued ON accounts.password_resets USING btree (user_id, created_at);

CREATE TABLE accounts.users (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  username text,
  email text NOT NULL,
  password_hash text NOT NULL,
  role text DEFAULT 'user'::text NOT NULL,
  registration_id uuid DEFAULT gen_random_uuid() NOT NULL,
  claimed_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  suspended_at timestamp with time zone,
  session_version integer DEFAULT 1 NOT NULL,
  preferred_language text,
  terms_accepted_at timestamp with time zone DEFAULT now(),
  terms_version text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  preferred_currency text,
  phone_number text,
  phone_verified_at timestamp with time zone,
  first_name text,
  last_name text,
  street_address text,
  city text,
  state text,
  postal_code text,
  country text,
  date_of_birth date,
  nationality text,
  occupation text,
  profile_image text,
  kyc_status text DEFAULT 'none'::text NOT NULL,
  erased_at timestamp with time zone,
  suspended_reason text,
  search_text text GENERATED ALWAYS AS (accounts.search_text(username, email, first_name, last_name, phone_number)) STORED,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  CONSTRAINT users_email_check CHECK (length(email) >= 3 AND length(email) <= 254),
  CONSTRAINT users_kyc_status_check CHECK (kyc_status = ANY (ARRAY['none'::text, 'pending'::text, 'verified'::text, 'rejected'::text])),
  CONSTRAINT users_named CHECK (username IS NOT NULL OR erased_at IS NOT NULL),
  CONSTRAINT users_phone_number_check CHECK (phone_number ~ '^\+[1-9][0-9]{7,14}$'::text),
  CONSTRAINT users_phone_to_verify CHECK (phone_verified_at IS NULL OR phone_number IS NOT NULL),
  CONSTRAINT users_preferred_currency_check CHECK (preferred_currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT users_preferred_language_check CHECK (preferred_language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text])),
  CONSTRAINT users_role_check CHECK (role = ANY (ARRAY['user'::text, 'moderator'::text, 'admin'::text])),
  CONSTRAINT users_username_check CHECK (length(username) >= 2 AND length(username) <= 40)
);
CREATE INDEX users_by_age ON accounts.users USING btree (created_at, id);
CREATE INDEX users_by_email ON accounts.users USING btree (lower(email), id);
CREATE INDEX users_by_username ON accounts.users USING btree (lower(username), id);
CREATE UNIQUE INDEX users_email ON accounts.users USING btree (lower(email)) WHERE (claimed_at IS NOT NULL);
CREATE UNIQUE INDEX users_email_unclaimed ON accounts.users USING btree (lower(email)) WHERE (claimed_at IS NULL);
CREATE UNIQUE INDEX users_phone ON accounts.users USING btree (phone_number) WHERE ((phone_verified_at IS NOT NULL) AND (claimed_at IS NOT NULL));
CREATE INDEX users_search ON accounts.users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_unclaimed ON accounts.users USING btree (created_at) WHERE (claimed_at IS NULL);
CREATE UNIQUE INDEX users_username ON accounts.users USING btree (lower(username)) WHERE (claimed_at IS NOT NULL);

CREATE OR REPLACE FUNCTION accounts.search_text(username text, email text, first_name text, last_name text, phone_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select lower(public.unaccent('public.unaccent'::regdictionary,
                                         concat_ws(' ', username, first_name, last_name, email, phone_number))) $function$;


CREATE SCHEMA analytics;

CREATE TABLE analytics.page_views (
  day date NOT NULL,
  page text NOT NULL,
  language text NOT NULL,
  views bigint DEFAULT 1 NOT NULL,
  CONSTRAINT page_views_pkey PRIMARY KEY (day, page, language),
  CONSTRAINT page_views_language_check CHECK (language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text]))
);


CREATE SCHEMA broadcasts;

CREATE TABLE broadcasts.broadcasts (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  created_by integer NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  key uuid,
  fingerprint bytea NOT NULL,
  texts jsonb NOT NULL,
  audience text NOT NULL,
  unconsented integer DEFAULT 0 NOT NULL,
  state text DEFAULT 'queued'::text NOT NULL,
  held_at timestamp with time zone,
  ended_at timestamp with time zone,
  counts jsonb,
  CONSTRAINT broadcasts_pkey PRIMARY KEY (id),
  CONSTRAINT broadcasts_created_by_key_key UNIQUE (created_by, key),
  CONSTRAINT broadcasts_audience_check CHECK (audience = ANY (ARRAY['all'::text, 'list'::text])),
  CONSTRAINT broadcasts_check CHECK (counts IS NULL OR ended_at IS NOT NULL),
  CONSTRAINT broadcasts_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'done'::text, 'stopped'::text])),
  CONSTRAINT broadcasts_texts_check CHECK ((texts -> 'en'::text) IS NOT NULL),
  CONSTRAINT broadcasts_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts.users(id)
);
CREATE INDEX broadcasts_open ON broadcasts.broadcasts USING btree (id) WHERE (counts IS NULL);
CREATE INDEX broadcasts_twins ON broadcasts.broadcasts USING btree (created_by, fingerprint);

CREATE TABLE broadcasts.recipients (
  broadcast_id integer NOT NULL,
  "position" integer NOT NULL,
  address text NOT NULL,
  language text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  claimed_at timestamp with time zone,
  tried_at timestamp with time zone,
  CONSTRAINT recipients_pkey PRIMARY KEY (broadcast_id, "position"),
  CONSTRAINT recipients_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'over_limit'::text, 'unconsented'::text, 'suspended'::text, 'failed'::text, 'stopped'::text])),
  CONSTRAINT recipients_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts.broadcasts(id)
);
CREATE UNIQUE INDEX recipients_address ON broadcasts.recipients USING btree (lower(address), broadcast_id);


CREATE SCHEMA notifications;

CREATE TABLE notifications.consent_log (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  channel text NOT NULL,
  address text NOT NULL,
  what text NOT NULL,
  turned_on boolean NOT NULL,
  source text NOT NULL,
  privacy_version text,
  terms_version text,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT consent_log_pkey PRIMARY KEY (id),
  CONSTRAINT consent_log_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  CONSTRAINT consent_log_check CHECK (source = 'opt-out'::text OR privacy_version IS NOT NULL AND terms_version IS NOT NULL),
  CONSTRAINT consent_log_check1 CHECK (source <> 'opt-out'::text OR NOT turned_on),
  CONSTRAINT consent_log_source_check CHECK (source = ANY (ARRAY['dialog'::text, 'confirm'::text, 'opt-out'::text])),
  CONSTRAINT consent_log_what_check CHECK (what = ANY (ARRAY['service'::text, 'marketing'::text]))
);
CREATE INDEX consent_log_address ON notifications.consent_log USING btree (channel, lower(address));
CREATE TRIGGER keep_consent_log BEFORE DELETE OR UPDATE ON notifications.consent_log FOR EACH ROW EXECUTE FUNCTION notifications.keep_consent_log();
CREATE TRIGGER keep_whole_consent_log BEFORE TRUNCATE ON notifications.consent_log FOR EACH STATEMENT EXECUTE FUNCTION notifications.keep_consent_log();

CREATE TABLE notifications.messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  channel text NOT NULL,
  template text NOT NULL,
  language text NOT NULL,
  sealed bytea,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  held_at timestamp with time zone,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  CONSTRAINT messages_check CHECK ((sealed IS NULL) = (sent_at IS NOT NULL OR given_up_at IS NOT NULL))
);
CREATE INDEX messages_held ON notifications.messages USING btree (channel, id) WHERE ((held_at IS NOT NULL) AND (sealed IS NOT NULL));
CREATE INDEX messages_waiting ON notifications.messages USING btree (expires_at) WHERE (sealed IS NOT NULL);

CREATE TABLE notifications.subscription_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  token_hash bytea NOT NULL,
  channel text NOT NULL,
  address text NOT NULL,
  service boolean NOT NULL,
  marketing boolean NOT NULL,
  language text NOT NULL,
  privacy_version text NOT NULL,
  terms_version text NOT NULL,
  user_id integer,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  CONSTRAINT subscription_requests_pkey PRIMARY KEY (id),
  CONSTRAINT subscription_requests_token_hash_key UNIQUE (token_hash),
  CONSTRAINT subscription_requests_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  CONSTRAINT subscription_requests_check CHECK (confirmed_at IS NULL OR withdrawn_at IS NULL),
  CONSTRAINT subscription_requests_language_check CHECK (language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text])),
  CONSTRAINT subscription_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id) ON DELETE SET NULL
);
CREATE INDEX subscription_requests_address ON notifications.subscription_requests USING btree (channel, lower(address), created_at);
CREATE INDEX subscription_requests_created ON notifications.subscription_requests USING btree (created_at);

CREATE TABLE notifications.subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  channel text NOT NULL,
  address text NOT NULL,
  service boolean NOT NULL,
  marketing boolean NOT NULL,
  language text NOT NULL,
  privacy_version text NOT NULL,
  terms_version text NOT NULL,
  user_id integer,
  confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
  marketing_last_at timestamp with time zone,
  marketing_before_at timestamp with time zone,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  CONSTRAINT subscriptions_language_check CHECK (language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text])),
  CONSTRAINT subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX subscriptions_address ON notifications.subscriptions USING btree (channel, lower(address));
CREATE INDEX subscriptions_user ON notifications.subscriptions USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER keep_marketing_limit BEFORE UPDATE OF marketing_last_at, marketing_before_at ON notifications.subscriptions FOR EACH ROW EXECUTE FUNCTION notifications.keep_marketing_limit();

CREATE TABLE notifications.texts_by_day (
  day date NOT NULL,
  country text NOT NULL,
  texts integer NOT NULL,
  CONSTRAINT texts_by_day_pkey PRIMARY KEY (day, country),
  CONSTRAINT texts_by_day_country_check CHECK (country ~ '^([A-Z]{2}|\*)$'::text),
  CONSTRAINT texts_by_day_texts_check CHECK (texts >= 0)
);

CREATE OR REPLACE FUNCTION notifications.keep_consent_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'DELETE' and current_setting('podium.erasing', true) = 'on' then
        return old;
      end if;
      raise exception 'the consent log is append-only';
    end $function$;

CREATE OR REPLACE FUNCTION notifications.keep_marketing_limit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if new.marketing_last_at is distinct from old.marketing_last_at
         and (new.marketing_before_at is distinct from old.marketing_last_at
              or old.marketing_before_at > new.marketing_last_at - interval '7 days') then
        raise exception 'at most 2 marketing messages in any 7 days' using errcode = 'check_violation';
      end if;
      return new;
    end $function$;


CREATE SCHEMA payments;

CREATE TABLE payments.buyers (
  user_id integer NOT NULL,
  declines integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  CONSTRAINT buyers_pkey PRIMARY KEY (user_id),
  CONSTRAINT buyers_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);

CREATE TABLE payments.cards (
  fingerprint text NOT NULL,
  declines integer DEFAULT 0 NOT NULL,
  locked_until timestamp with time zone,
  declined_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT cards_pkey PRIMARY KEY (fingerprint)
);

CREATE TABLE payments.confirmations (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  payment_id bigint NOT NULL,
  user_id integer NOT NULL,
  card_fingerprint text,
  begun_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT confirmations_pkey PRIMARY KEY (id),
  CONSTRAINT confirmations_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id),
  CONSTRAINT confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);
CREATE INDEX confirmations_of_buyer ON payments.confirmations USING btree (user_id, begun_at);
CREATE INDEX confirmations_of_payment ON payments.confirmations USING btree (payment_id);
CREATE UNIQUE INDEX confirmations_one_of_buyer ON payments.confirmations USING btree (user_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX confirmations_one_of_card ON payments.confirmations USING btree (card_fingerprint) WHERE (ended_at IS NULL);

CREATE TABLE payments.declines (
  charge_id text NOT NULL,
  payment_id bigint NOT NULL,
  code text NOT NULL,
  declined_at timestamp with time zone NOT NULL,
  card_fingerprint text,
  CONSTRAINT declines_pkey PRIMARY KEY (charge_id),
  CONSTRAINT declines_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id)
);
CREATE INDEX declines_of_payment ON payments.declines USING btree (payment_id);

CREATE TABLE payments.discrepancies (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  payment_id bigint NOT NULL,
  kind text NOT NULL,
  detail text NOT NULL,
  found_at timestamp with time zone DEFAULT now() NOT NULL,
  resolved_at timestamp with time zone,
  resolved_by integer,
  note text,
  CONSTRAINT discrepancies_pkey PRIMARY KEY (id),
  CONSTRAINT discrepancies_once UNIQUE (payment_id, kind, detail),
  CONSTRAINT discrepancies_resolved CHECK ((resolved_at IS NULL) = (resolved_by IS NULL)),
  CONSTRAINT discrepancies_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id),
  CONSTRAINT discrepancies_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES accounts.users(id)
);
CREATE INDEX discrepancies_open ON payments.discrepancies USING btree (id) WHERE (resolved_at IS NULL);

CREATE TABLE payments.events (
  id text NOT NULL,
  type text NOT NULL,
  payment_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id)
);

CREATE TABLE payments.ledger (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  kind text NOT NULL,
  reference text NOT NULL,
  payment_id bigint,
  debit text NOT NULL,
  credit text NOT NULL,
  usd_cents integer NOT NULL,
  currency text NOT NULL,
  amount integer NOT NULL,
  booked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT ledger_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_once UNIQUE (kind, reference),
  CONSTRAINT ledger_amount_check CHECK (amount > 0),
  CONSTRAINT ledger_credit_check CHECK (credit = ANY (ARRAY['provider'::text, 'revenue'::text, 'prizes'::text])),
  CONSTRAINT ledger_debit_check CHECK (debit = ANY (ARRAY['provider'::text, 'revenue'::text, 'prizes'::text])),
  CONSTRAINT ledger_kind_check CHECK (kind = ANY (ARRAY['charge'::text, 'refund'::text, 'refund_returned'::text, 'dispute'::text, 'dispute_won'::text, 'award'::text, 'award_withheld'::text, 'payout'::text])),
  CONSTRAINT ledger_moves CHECK (debit <> credit),
  CONSTRAINT ledger_usd_cents_check CHECK (usd_cents >= 0),
  CONSTRAINT ledger_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id)
);
CREATE INDEX ledger_disputes ON payments.ledger USING btree (id) WHERE (kind = ANY (ARRAY['dispute'::text, 'dispute_won'::text]));
CREATE INDEX ledger_of_payment ON payments.ledger USING btree (payment_id);
CREATE TRIGGER keep_ledger BEFORE DELETE OR UPDATE OR TRUNCATE ON payments.ledger FOR EACH STATEMENT EXECUTE FUNCTION payments.keep_ledger();

CREATE TABLE payments.payments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  topic_id integer NOT NULL,
  tier smallint NOT NULL,
  ranking integer[] NOT NULL,
  currency text NOT NULL,
  amount integer NOT NULL,
  rate numeric NOT NULL,
  usd_cents integer NOT NULL,
  language text NOT NULL,
  site text NOT NULL,
  status text DEFAULT 'open'::text NOT NULL,
  reason text,
  intent_id text,
  charge_id text,
  paid_at timestamp with time zone,
  card_brand text,
  card_last4 text,
  card_fingerprint text,
  version integer DEFAULT 0 NOT NULL,
  closing boolean DEFAULT false NOT NULL,
  look_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  take_back text,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_charge_id_key UNIQUE (charge_id),
  CONSTRAINT payments_intent_id_key UNIQUE (intent_id),
  CONSTRAINT payments_amount_check CHECK (amount > 0),
  CONSTRAINT payments_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  CONSTRAINT payments_paid CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'canceled'::text])) OR charge_id IS NOT NULL AND paid_at IS NOT NULL),
  CONSTRAINT payments_rate_check CHECK (rate > 0::numeric),
  CONSTRAINT payments_size CHECK (cardinality(ranking) >= 1 AND cardinality(ranking) <= tier),
  CONSTRAINT payments_status_check CHECK (status = ANY (ARRAY['open'::text, 'processing'::text, 'succeeded'::text, 'canceled'::text, 'refunding'::text, 'refunded'::text, 'disputed'::text])),
  CONSTRAINT payments_take_back_check CHECK (take_back = ANY (ARRAY['abandoned'::text, 'erased'::text])),
  CONSTRAINT payments_tier_check CHECK (tier = ANY (ARRAY[3, 5, 10])),
  CONSTRAINT payments_usd_cents_check CHECK (usd_cents > 0),
  CONSTRAINT payments_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id),
  CONSTRAINT payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);
CREATE INDEX payments_due ON payments.payments USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE INDEX payments_of_topic ON payments.payments USING btree (topic_id);
CREATE INDEX payments_of_user ON payments.payments USING btree (user_id, id);
CREATE UNIQUE INDEX payments_one_open ON payments.payments USING btree (user_id, topic_id, tier, ranking, currency, amount) WHERE (status = 'open'::text);
CREATE INDEX payments_open ON payments.payments USING btree (topic_id) WHERE (status = 'open'::text);
CREATE INDEX payments_open_of_user ON payments.payments USING btree (user_id) WHERE (status = 'open'::text);
CREATE INDEX payments_sharing ON payments.payments USING btree (card_fingerprint, user_id, id) WHERE (card_fingerprint IS NOT NULL);
CREATE CONSTRAINT TRIGGER check_one_to_one AFTER INSERT OR UPDATE OF status ON payments.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payments.check_one_to_one();

CREATE TABLE payments.pulls (
  one boolean DEFAULT true NOT NULL,
  pulled_to timestamp with time zone NOT NULL,
  CONSTRAINT pulls_pkey PRIMARY KEY (one),
  CONSTRAINT pulls_one_check CHECK (one)
);

CREATE TABLE payments.refund_requests (
  payment_id bigint NOT NULL,
  requested_by integer NOT NULL,
  reason text,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT refund_requests_pkey PRIMARY KEY (payment_id),
  CONSTRAINT refund_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments.payments(id),
  CONSTRAINT refund_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts.users(id)
);

CREATE OR REPLACE FUNCTION payments.check_one_to_one()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION payments.holds_rankings(integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from payments.payments where topic_id = $1 and status <> 'canceled') $function$;

CREATE OR REPLACE FUNCTION payments.keep_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      raise exception 'the ledger is append-only';
    end $function$;


CREATE SCHEMA platform;

CREATE TABLE platform.audit (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  actor_id integer,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  before jsonb,
  after jsonb,
  CONSTRAINT audit_pkey PRIMARY KEY (id),
  CONSTRAINT audit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES accounts.users(id)
);
CREATE INDEX audit_action ON platform.audit USING btree (action, id);
CREATE INDEX audit_actor ON platform.audit USING btree (actor_id, id);
CREATE INDEX audit_subject ON platform.audit USING btree (subject_kind, subject_id, id);
CREATE TRIGGER keep_audit BEFORE DELETE OR UPDATE ON platform.audit FOR EACH ROW EXECUTE FUNCTION platform.keep_audit();

CREATE TABLE platform.outbox (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  job text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  relayed_at timestamp with time zone,
  done_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_done ON platform.outbox USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX outbox_failed ON platform.outbox USING btree (id) WHERE ((failed_at IS NOT NULL) AND (done_at IS NULL));
CREATE INDEX outbox_open ON platform.outbox USING btree (id) WHERE ((done_at IS NULL) AND (failed_at IS NULL));

CREATE TABLE platform.settings (
  key text NOT NULL,
  value jsonb NOT NULL,
  changed_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT settings_pkey PRIMARY KEY (key)
);

CREATE TABLE platform.sweeps (
  name text NOT NULL,
  last_run_at timestamp with time zone NOT NULL,
  CONSTRAINT sweeps_pkey PRIMARY KEY (name)
);

CREATE OR REPLACE FUNCTION platform.keep_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and new.before is null and new.after is null
         and (new.id, new.at, new.actor_id, new.action, new.subject_kind, new.subject_id)
             is not distinct from
             (old.id, old.at, old.actor_id, old.action, old.subject_kind, old.subject_id) then
        return new;
      end if;
      raise exception 'the audit is append-only';
    end $function$;


CREATE SCHEMA privacy;

CREATE TABLE privacy.account_actions (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id integer NOT NULL,
  action_type text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  reason text,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  email_verified_at timestamp with time zone,
  phone_verified_at timestamp with time zone,
  decided_by integer,
  approved_at timestamp with time zone,
  completed_at timestamp with time zone,
  file_key text,
  CONSTRAINT account_actions_pkey PRIMARY KEY (id),
  CONSTRAINT account_actions_action_type_check CHECK (action_type = ANY (ARRAY['account_deletion'::text, 'data_export'::text])),
  CONSTRAINT account_actions_status_check CHECK (status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT not_ones_own CHECK (decided_by <> user_id),
  CONSTRAINT proved_first CHECK ((status <> ALL (ARRAY['processing'::text, 'completed'::text])) OR email_verified_at IS NOT NULL AND phone_verified_at IS NOT NULL),
  CONSTRAINT account_actions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts.users(id),
  CONSTRAINT account_actions_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);
CREATE INDEX account_actions_files ON privacy.account_actions USING btree (completed_at) WHERE (file_key IS NOT NULL);
CREATE INDEX account_actions_of_user ON privacy.account_actions USING btree (user_id, id DESC);
CREATE UNIQUE INDEX account_actions_open ON privacy.account_actions USING btree (user_id, action_type) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]));
CREATE INDEX account_actions_waiting ON privacy.account_actions USING btree (id) WHERE ((action_type = 'account_deletion'::text) AND (status = 'processing'::text));


CREATE SCHEMA prizes;

CREATE TABLE prizes.awards (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  topic_id integer NOT NULL,
  tier smallint NOT NULL,
  place smallint NOT NULL,
  user_id integer NOT NULL,
  ballot_id bigint NOT NULL,
  accuracy smallint NOT NULL,
  cents bigint NOT NULL,
  payable_at timestamp with time zone NOT NULL,
  status text DEFAULT 'owed'::text NOT NULL,
  decided_at timestamp with time zone,
  decided_by integer,
  reason text,
  city text,
  country text,
  CONSTRAINT awards_pkey PRIMARY KEY (id),
  CONSTRAINT awards_place UNIQUE (topic_id, tier, place),
  CONSTRAINT awards_winner UNIQUE (topic_id, tier, user_id),
  CONSTRAINT awards_cents_check CHECK (cents > 0),
  CONSTRAINT awards_decided CHECK ((status = 'owed'::text) = (decided_at IS NULL)),
  CONSTRAINT awards_place_check CHECK (place >= 1 AND place <= 10),
  CONSTRAINT awards_reason CHECK (status <> 'withheld'::text OR reason IS NOT NULL),
  CONSTRAINT awards_status_check CHECK (status = ANY (ARRAY['owed'::text, 'paid'::text, 'withheld'::text])),
  CONSTRAINT awards_ballot_id_fkey FOREIGN KEY (ballot_id) REFERENCES prizes.entries(ballot_id),
  CONSTRAINT awards_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts.users(id),
  CONSTRAINT awards_topic_id_tier_fkey FOREIGN KEY (topic_id, tier) REFERENCES prizes.pools(topic_id, tier),
  CONSTRAINT awards_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);
CREATE INDEX awards_of_user ON prizes.awards USING btree (user_id);
CREATE INDEX awards_open ON prizes.awards USING btree (payable_at) WHERE (status = 'owed'::text);
CREATE CONSTRAINT TRIGGER check_pool AFTER INSERT OR UPDATE OF cents, topic_id, tier ON prizes.awards DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prizes.check_pool();
CREATE TRIGGER check_winner BEFORE INSERT ON prizes.awards FOR EACH ROW EXECUTE FUNCTION prizes.check_winner();

CREATE TABLE prizes.contests (
  topic_id integer NOT NULL,
  rule_version integer NOT NULL,
  salt bytea NOT NULL,
  ballots integer NOT NULL,
  voters integer NOT NULL,
  told_to integer DEFAULT 0 NOT NULL,
  finalized_at timestamp with time zone DEFAULT now() NOT NULL,
  winners_told_at timestamp with time zone,
  CONSTRAINT contests_pkey PRIMARY KEY (topic_id),
  CONSTRAINT contests_salt_check CHECK (length(salt) = 32),
  CONSTRAINT contests_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id)
);

CREATE TABLE prizes.entries (
  ballot_id bigint NOT NULL,
  topic_id integer NOT NULL,
  user_id integer NOT NULL,
  tier smallint NOT NULL,
  accuracy smallint NOT NULL,
  by_time integer NOT NULL,
  reference boolean NOT NULL,
  eligible boolean NOT NULL,
  place integer,
  alias bytea NOT NULL,
  CONSTRAINT entries_pkey PRIMARY KEY (ballot_id),
  CONSTRAINT entries_alias UNIQUE (topic_id, alias),
  CONSTRAINT entries_accuracy_check CHECK (accuracy >= 0 AND accuracy <= 55),
  CONSTRAINT entries_ballot_id_fkey FOREIGN KEY (ballot_id) REFERENCES voting.ballots(id),
  CONSTRAINT entries_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES prizes.contests(topic_id),
  CONSTRAINT entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);
CREATE INDEX entries_of_topic ON prizes.entries USING btree (topic_id, tier, place);
CREATE INDEX entries_of_user ON prizes.entries USING btree (user_id, topic_id);

CREATE TABLE prizes.pools (
  topic_id integer NOT NULL,
  tier smallint NOT NULL,
  ballots integer NOT NULL,
  revenue_cents bigint NOT NULL,
  pool_cents bigint NOT NULL,
  entrants integer NOT NULL,
  CONSTRAINT pools_pkey PRIMARY KEY (topic_id, tier),
  CONSTRAINT pools_half CHECK (pool_cents = (revenue_cents / 2)),
  CONSTRAINT pools_revenue_cents_check CHECK (revenue_cents >= 0),
  CONSTRAINT pools_tier_check CHECK (tier = ANY (ARRAY[3, 5, 10])),
  CONSTRAINT pools_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES prizes.contests(topic_id)
);
CREATE CONSTRAINT TRIGGER check_pool AFTER INSERT OR UPDATE ON prizes.pools DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION prizes.check_pool();

CREATE TABLE prizes.reference_places (
  topic_id integer NOT NULL,
  choice_id integer NOT NULL,
  places integer[] NOT NULL,
  CONSTRAINT reference_places_pkey PRIMARY KEY (topic_id, choice_id),
  CONSTRAINT reference_places_places_check CHECK (cardinality(places) = 10),
  CONSTRAINT reference_places_choice_id_fkey FOREIGN KEY (choice_id) REFERENCES voting.choices(id),
  CONSTRAINT reference_places_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES prizes.contests(topic_id)
);

CREATE OR REPLACE FUNCTION prizes.check_pool()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION prizes.check_winner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform 1 from accounts.users where id = new.user_id and erased_at is null for share;
      if not found then
        raise exception 'user % has been erased', new.user_id;
      end if;
      return new;
    end $function$;


CREATE SCHEMA voting;

CREATE TABLE voting.ballots (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  topic_id integer NOT NULL,
  user_id integer NOT NULL,
  tier smallint NOT NULL,
  ranking integer[] NOT NULL,
  payment_id bigint,
  counted_at timestamp with time zone NOT NULL,
  voided_at timestamp with time zone,
  void_reason text,
  usd_cents integer,
  CONSTRAINT ballots_pkey PRIMARY KEY (id),
  CONSTRAINT ballots_price CHECK ((payment_id IS NULL) = (usd_cents IS NULL)),
  CONSTRAINT ballots_size CHECK (cardinality(ranking) >= 1 AND cardinality(ranking) <= tier),
  CONSTRAINT ballots_tier_check CHECK (tier = ANY (ARRAY[3, 5, 10])),
  CONSTRAINT ballots_usd_cents_check CHECK (usd_cents > 0),
  CONSTRAINT ballots_void CHECK ((voided_at IS NULL) = (void_reason IS NULL)),
  CONSTRAINT ballots_payment FOREIGN KEY (payment_id) REFERENCES payments.payments(id),
  CONSTRAINT ballots_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id),
  CONSTRAINT ballots_user_id_fkey FOREIGN KEY (user_id) REFERENCES accounts.users(id)
);
CREATE INDEX ballots_by_day ON voting.ballots USING brin (counted_at) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX ballots_of_topic ON voting.ballots USING btree (topic_id) WHERE (voided_at IS NULL);
CREATE INDEX ballots_of_user ON voting.ballots USING btree (user_id, topic_id);
CREATE UNIQUE INDEX ballots_one_free ON voting.ballots USING btree (topic_id, user_id) WHERE (payment_id IS NULL);
CREATE UNIQUE INDEX ballots_one_paid ON voting.ballots USING btree (payment_id) WHERE ((payment_id IS NOT NULL) AND (voided_at IS NULL));
CREATE TRIGGER check_ballot BEFORE INSERT ON voting.ballots FOR EACH ROW EXECUTE FUNCTION voting.check_ballot();
CREATE CONSTRAINT TRIGGER check_one_to_one AFTER INSERT OR UPDATE ON voting.ballots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.payment_id IS NOT NULL) EXECUTE FUNCTION payments.check_one_to_one();
CREATE TRIGGER keep_ballot BEFORE DELETE OR UPDATE ON voting.ballots FOR EACH ROW EXECUTE FUNCTION voting.keep_ballot();

CREATE TABLE voting.choice_spellings (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  choice_id integer NOT NULL,
  topic_id integer NOT NULL,
  name text NOT NULL,
  corrected text NOT NULL,
  reason text NOT NULL,
  corrected_at timestamp with time zone DEFAULT transaction_timestamp() NOT NULL,
  CONSTRAINT choice_spellings_pkey PRIMARY KEY (id),
  CONSTRAINT choice_spellings_reason_check CHECK (reason <> ''::text),
  CONSTRAINT choice_spellings_choice_id_fkey FOREIGN KEY (choice_id) REFERENCES voting.choices(id) ON DELETE CASCADE,
  CONSTRAINT choice_spellings_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id) ON DELETE CASCADE
);
CREATE INDEX choice_spellings_of_choice ON voting.choice_spellings USING btree (choice_id);
CREATE INDEX choice_spellings_of_topic ON voting.choice_spellings USING btree (topic_id);
CREATE TRIGGER keep_spelling BEFORE INSERT ON voting.choice_spellings FOR EACH ROW EXECUTE FUNCTION voting.keep_spelling();

CREATE TABLE voting.choices (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  topic_id integer NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  image_url text,
  search_name text DEFAULT ''::text NOT NULL,
  CONSTRAINT choices_pkey PRIMARY KEY (id),
  CONSTRAINT choices_image CHECK (image_url ~ '^https://|^/api/topic-pictures/[0-9a-f]{32}\.webp$'::text),
  CONSTRAINT choices_name_check CHECK (length(name) >= 1 AND length(name) <= 200),
  CONSTRAINT choices_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX choices_name ON voting.choices USING btree (topic_id, lower(name));
CREATE INDEX choices_order ON voting.choices USING btree (topic_id, "position");
CREATE INDEX choices_search_name ON voting.choices USING gin (search_name gin_trgm_ops);
CREATE TRIGGER index_added AFTER INSERT ON voting.choices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION voting.index_topics_of_choices();
CREATE TRIGGER index_changed AFTER UPDATE ON voting.choices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION voting.index_topics_of_choices();
CREATE TRIGGER index_choice BEFORE INSERT OR UPDATE OF name ON voting.choices FOR EACH ROW EXECUTE FUNCTION voting.index_choice();
CREATE TRIGGER index_removed AFTER DELETE ON voting.choices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION voting.index_topics_of_choices();
CREATE TRIGGER keep_choice BEFORE DELETE ON voting.choices FOR EACH ROW EXECUTE FUNCTION voting.keep_choice();
CREATE TRIGGER keep_choice_texts BEFORE INSERT OR UPDATE ON voting.choices FOR EACH ROW EXECUTE FUNCTION voting.keep_choice_texts();

CREATE TABLE voting.final_duels (
  topic_id integer NOT NULL,
  choice_id integer NOT NULL,
  other_id integer NOT NULL,
  ballots integer NOT NULL,
  CONSTRAINT final_duels_pkey PRIMARY KEY (topic_id, choice_id, other_id),
  CONSTRAINT final_duels_choice_id_fkey FOREIGN KEY (choice_id) REFERENCES voting.choices(id),
  CONSTRAINT final_duels_other_id_fkey FOREIGN KEY (other_id) REFERENCES voting.choices(id),
  CONSTRAINT final_duels_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id)
);

CREATE TABLE voting.final_results (
  topic_id integer NOT NULL,
  choice_id integer NOT NULL,
  rank integer NOT NULL,
  total_points bigint NOT NULL,
  total_votes integer NOT NULL,
  places integer[] NOT NULL,
  CONSTRAINT final_results_pkey PRIMARY KEY (topic_id, choice_id),
  CONSTRAINT final_results_places_check CHECK (cardinality(places) = 10),
  CONSTRAINT final_results_choice_id_fkey FOREIGN KEY (choice_id) REFERENCES voting.choices(id),
  CONSTRAINT final_results_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id)
);

CREATE TABLE voting.final_tiers (
  topic_id integer NOT NULL,
  tier smallint NOT NULL,
  ballots integer NOT NULL,
  usd_cents bigint NOT NULL,
  CONSTRAINT final_tiers_pkey PRIMARY KEY (topic_id, tier),
  CONSTRAINT final_tiers_tier_check CHECK (tier = ANY (ARRAY[3, 5, 10])),
  CONSTRAINT final_tiers_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES voting.topics(id)
);

CREATE TABLE voting.topics (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  name_es text,
  description_es text,
  name_fr text,
  description_fr text,
  image_url text,
  category text DEFAULT 'general'::text NOT NULL,
  is_active boolean DEFAULT true NOT NULL,
  is_featured boolean DEFAULT false NOT NULL,
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  results_finalized boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  search_words tsvector DEFAULT ''::tsvector NOT NULL,
  search_names text DEFAULT ''::text NOT NULL,
  cancelled_at timestamp with time zone,
  finalized_at timestamp with time zone,
  archived_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  correction text,
  correction_es text,
  correction_fr text,
  CONSTRAINT topics_pkey PRIMARY KEY (id),
  CONSTRAINT start_before_end CHECK (start_date < end_date),
  CONSTRAINT start_needs_end CHECK (start_date IS NULL OR end_date IS NOT NULL),
  CONSTRAINT topics_category_check CHECK (category = ANY (ARRAY['sports'::text, 'technology'::text, 'entertainment'::text, 'food'::text, 'travel'::text, 'fashion'::text, 'general'::text])),
  CONSTRAINT topics_correction CHECK (correction IS NULL OR results_finalized),
  CONSTRAINT topics_image CHECK (image_url ~ '^https://|^/api/topic-pictures/[0-9a-f]{32}\.webp$'::text),
  CONSTRAINT topics_name_check CHECK (length(name) >= 1 AND length(name) <= 200)
);
CREATE INDEX topics_category ON voting.topics USING btree (category);
CREATE INDEX topics_search_names ON voting.topics USING gin (search_names gin_trgm_ops);
CREATE INDEX topics_search_words ON voting.topics USING gin (search_words);
CREATE INDEX topics_to_finalize ON voting.topics USING btree (end_date) WHERE ((NOT results_finalized) AND (cancelled_at IS NULL));
CREATE TRIGGER index_topic BEFORE INSERT OR UPDATE OF name, description, name_es, description_es, name_fr, description_fr ON voting.topics FOR EACH ROW EXECUTE FUNCTION voting.index_topic();
CREATE TRIGGER keep_dates BEFORE UPDATE OF start_date, end_date ON voting.topics FOR EACH ROW EXECUTE FUNCTION voting.keep_dates();
CREATE TRIGGER keep_final BEFORE UPDATE ON voting.topics FOR EACH ROW EXECUTE FUNCTION voting.keep_final();
CREATE TRIGGER keep_topic_texts BEFORE UPDATE OF name, description, name_es, description_es, name_fr, description_fr, image_url, category ON voting.topics FOR EACH ROW EXECUTE FUNCTION voting.keep_topic_texts();

CREATE OR REPLACE FUNCTION voting.check_ballot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION voting.has_ballots(integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select exists (select from voting.ballots where topic_id = $1 and payment_id is null) or payments.holds_rankings($1) $function$;

CREATE OR REPLACE FUNCTION voting.index_choice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      new.search_name := voting.plain(new.name);
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION voting.index_topic()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare
      choices text := voting.plain(coalesce((select string_agg(name, ' . ') from voting.choices where topic_id = new.id), ''));
      names text[] := array[voting.plain(new.name), voting.plain(coalesce(new.name_es, '')), voting.plain(coalesce(new.name_fr, ''))];
    begin
      new.search_words :=
        setweight(to_tsvector('english', names[1]) || to_tsvector('spanish', names[2]) || to_tsvector('french', names[3]), 'A')
        || setweight(to_tsvector('english', voting.plain(new.description))
                  || to_tsvector('spanish', voting.plain(coalesce(new.description_es, '')))
                  || to_tsvector('french', voting.plain(coalesce(new.description_fr, ''))), 'B')
        || setweight(to_tsvector('simple', choices), 'C');
      new.search_names := array_to_string(names || choices, ' . ');
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION voting.index_topics_of_choices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      update voting.topics set name = name where id in (select topic_id from changed);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_ballot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op = 'UPDATE' and old.voided_at is null and new.voided_at is not null
         and (new.id, new.topic_id, new.user_id, new.tier, new.ranking, new.payment_id, new.usd_cents, new.counted_at)
             is not distinct from
             (old.id, old.topic_id, old.user_id, old.tier, old.ranking, old.payment_id, old.usd_cents, old.counted_at) then
        return new;
      end if;
      raise exception 'ballots are append-only';
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_choice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_advisory_xact_lock(7001, old.topic_id);
      if exists (select from voting.topics where id = old.topic_id) and voting.has_ballots(old.topic_id) then
        raise exception 'a topic with ballots keeps its choices' using errcode = 'PV100',
          constraint = 'choice_has_ballots', column = 'choices';
      end if;
      return old;
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_choice_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_dates()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if old.results_finalized and (not new.results_finalized or new.finalized_at is distinct from old.finalized_at
         or new.end_date is distinct from old.end_date or new.cancelled_at is distinct from old.cancelled_at) then
        raise exception 'the topic is final';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_spelling()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if not voting.has_ballots(new.topic_id) then
        raise exception 'a name that nobody has voted by is simply changed' using errcode = 'PV100',
          constraint = 'spelling_without_ballots', column = 'choices';
      end if;
      return new;
    end $function$;

CREATE OR REPLACE FUNCTION voting.keep_topic_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION voting.plain(text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
AS $function$ select lower(unaccent(regexp_replace($1, '[\u00AD\u200B-\u200F\u2060\uFEFF]', '', 'g'))) $function$;

CREATE OR REPLACE FUNCTION voting.require_open(asked integer, ranked integer[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    declare
      topic voting.topics%rowtype;
    begin
      select * into topic from voting.topics where id = asked;
      if not found then
        raise exception 'no such topic' using errcode = 'PV404';
      end if;
      if topic.cancelled_at is not null or topic.archived_at is not null then
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
    end $function$;
