import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Every change by an admin: who, what, before, after, when (decision 9). Written in the change's transaction.
    create table platform.audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      -- Null: a command of the people who run the site.
      actor_id integer references accounts.users,
      action text not null,
      subject_kind text not null,
      -- A number, or the key of a setting.
      subject_id text not null,
      before jsonb,
      after jsonb
    );
    create index audit_actor on platform.audit (actor_id, id);
    create index audit_action on platform.audit (action, id);
    create index audit_subject on platform.audit (subject_kind, subject_id, id);

    -- Append-only: what it says of a person may be taken out, and nothing else changes.
    create function platform.keep_audit() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.before is null and new.after is null
         and (new.id, new.at, new.actor_id, new.action, new.subject_kind, new.subject_id)
             is not distinct from
             (old.id, old.at, old.actor_id, old.action, old.subject_kind, old.subject_id) then
        return new;
      end if;
      raise exception 'the audit is append-only';
    end $$;
    create trigger keep_audit before update or delete on platform.audit
      for each row execute function platform.keep_audit();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table platform.audit;
    drop function platform.keep_audit();
  `);
}
