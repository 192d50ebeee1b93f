import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { defineWaiting } from '#platform/notices/waiting.ts';

/** Notices wait for the people of the dealer or factory, or for the keeper of the warehouse. */
const ofReceiver = {
  table: 'recall_notice',
  what: sql<string>`recall_notice.recall_no`,
  since: sql<Date>`recall_notice.created_at`,
  usualOwner: 'keeper',
  warehouse: sql<number | null>`recall_notice.warehouse_id`,
  aboutDealer: sql<number | null>`recall_notice.dealer_id`,
  dealer: sql<number | null>`recall_notice.dealer_id`,
  factory: sql<number | null>`recall_notice.factory_id`,
  partyOnly: true,
} as const;

const inStatus = (db: Kysely<Schema>, status: 'sent' | 'acknowledged') =>
  db.selectFrom('recall_notice').where('recall_notice.status', '=', status);

export const noticesToAcknowledge = defineWaiting({
  name: 'recall_notices_to_acknowledge',
  permission: 'recallnotice:answer',
  screen: 'recallnotice',
  query: { status: 'sent' },
  due: sql<Date | null>`recall_notice.acknowledge_by`,
  items: { ...ofReceiver, rows: (db) => inStatus(db, 'sent') },
});

export const noticesToAnswer = defineWaiting({
  name: 'recall_notices_to_answer',
  permission: 'recallnotice:answer',
  screen: 'recallnotice',
  query: { status: 'acknowledged' },
  due: sql<Date | null>`recall_notice.answer_by`,
  items: { ...ofReceiver, rows: (db) => inStatus(db, 'acknowledged') },
});
