import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Until when what is asked for should come back, and what has come back be inspected. */
const dueToReceive = hoursAfter('refund.created_at', dueWithin.return_to_receive);
const dueToInspect = hoursAfter('refund.updated_at', dueWithin.return_to_inspect);

/** The due time of what waits of a return; null where nothing does. */
export const dueOfRefund = (db: Kysely<Schema>) => sql<Date | null>`case
  when refund.status = 'requested' then ${dueToReceive}
  when refund.status in ('receiving', 'inspecting') and refund.id in ${uninspected(db)} then ${dueToInspect} end`;

const ofKeeper = {
  table: 'refund',
  what: sql<string>`refund.refund_no`,
  usualOwner: 'keeper',
  warehouse: sql<number | null>`refund.warehouse_id`,
  aboutDealer: sql<number | null>`refund.dealer_id`,
  dealer: sql<number | null>`w.dealer_id`,
  factory: sql<number | null>`w.factory_id`,
} as const;

const refunds = (db: Kysely<Schema>) =>
  db.selectFrom('refund').innerJoin('warehouse as w', 'w.id', 'refund.warehouse_id');

export const returnsToReceive = defineWaiting({
  name: 'returns_to_receive',
  permission: 'refund:receive',
  screen: 'refund',
  query: { status: 'requested' },
  due: dueToReceive,
  items: {
    ...ofKeeper,
    since: sql<Date>`refund.created_at`,
    rows: (db) => refunds(db).where('refund.status', '=', 'requested'),
  },
});

/** What came back waits apart from other goods until it is inspected. */
export const returnsToInspect = defineWaiting({
  name: 'returns_to_inspect',
  permission: 'refund:inspect',
  screen: 'refund',
  query: { waits: 'inspection' },
  due: dueToInspect,
  items: {
    ...ofKeeper,
    rows: (db) =>
      refunds(db).where('refund.status', 'in', ['receiving', 'inspecting']).where('refund.id', 'in', uninspected(db)),
  },
});

/** The returns with goods that are not inspected yet. */
export const uninspected = (db: Kysely<Schema>) =>
  db.selectFrom('refund_goods').select('refund_id').where('result', 'is', null);
