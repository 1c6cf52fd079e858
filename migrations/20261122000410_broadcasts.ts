import type { Knex } from 'knex';

/*
 * Broadcasts become a module with a schema of its own. A running older release would not find its tables after this; that is
 * all right once, because nothing has been released yet.
 */

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema broadcasts;
    alter table notifications.broadcasts set schema broadcasts;
    alter table notifications.broadcast_recipients set schema broadcasts;
    alter table broadcasts.broadcast_recipients rename to recipients;
    alter table broadcasts.recipients rename constraint broadcast_recipients_pkey to recipients_pkey;
    alter table broadcasts.recipients
      rename constraint broadcast_recipients_broadcast_id_fkey to recipients_broadcast_id_fkey;
    alter table broadcasts.recipients rename constraint broadcast_recipients_state_check to recipients_state_check;
    alter index broadcasts.broadcast_recipients_address rename to recipients_address;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter index broadcasts.recipients_address rename to broadcast_recipients_address;
    alter table broadcasts.recipients rename constraint recipients_state_check to broadcast_recipients_state_check;
    alter table broadcasts.recipients
      rename constraint recipients_broadcast_id_fkey to broadcast_recipients_broadcast_id_fkey;
    alter table broadcasts.recipients rename constraint recipients_pkey to broadcast_recipients_pkey;
    alter table broadcasts.recipients rename to broadcast_recipients;
    alter table broadcasts.broadcast_recipients set schema notifications;
    alter table broadcasts.broadcasts set schema notifications;
    drop schema broadcasts;
  `);
}
