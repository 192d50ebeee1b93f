import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { type Kysely, sql } from 'kysely';
import type { Account } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Until when what is asked for should come back, and what has come back be inspected. */
const dueToReceive = hoursAfter('refund.created_at', dueWithin.return_to_receive);
const dueToInspect = hoursAfter('refund.updated_at', dueWithin.return_to_inspect);

/** The due time of what waits of a return; null where nothing does. */
export const dueOfRefund = (db: Kysely<Schema>) => sql<Date | null>`case
  when refund.status = 'requested' then ${dueToReceive}
  when refund.status in ('receiving', 'inspecting') and refund.id in ${uninspected(db)} then ${dueToInspect} end`;

/** Returns into warehouses that the account keeps, or that nobody keeps; those of others are not seen. */
const ofKeeper = (db: Kysely<Schema>, { id }: Account) =>
  db
    .selectFrom('refund')
    .innerJoin('warehouse as w', 'w.id', 'refund.warehouse_id')
    .where((eb) => eb.or([eb('w.keeper_id', '=', id), eb('w.keeper_id', 'is', null)]));

export const returnsToReceive = defineWaiting({
  name: 'returns_to_receive',
  permission: 'refund:receive',
  screen: 'refund',
  query: { status: 'requested' },
  rows: (db, account) => ofKeeper(db, account).where('refund.status', '=', 'requested'),
  due: dueToReceive,
});

/** What came back waits apart from other goods until it is inspected. */
export const returnsToInspect = defineWaiting({
  name: 'returns_to_inspect',
  permission: 'refund:inspect',
  screen: 'refund',
  query: { waits: 'inspection' },
  rows: (db, account) =>
    ofKeeper(db, account)
      .where('refund.status', 'in', ['receiving', 'inspecting'])
      .where('refund.id', 'in', uninspected(db)),
  due: dueToInspect,
});

/** The returns with goods that are not inspected yet. */
export const uninspected = (db: Kysely<Schema>) =>
  db.selectFrom('refund_goods').select('refund_id').where('result', 'is', null);
