import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import type { Kysely } from 'kysely';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { CodeRecord } from '../state/code-record.ts';
import type { Ledger } from '../state/ledger.ts';

/** The table in which the places of each kind are kept. Whoever owns the row owns the goods at that place. */
const tableOf = {
  warehouse: 'warehouse',
  factory: 'factory',
  line: 'production_line',
  ship_to: 'ship_to',
  dealer: 'dealer',
  waybill: 'waybill',
  refund: 'refund',
  outside: undefined,
  lost: 'waybill',
  missing: 'warehouse',
} as const satisfies Record<PlaceKind, keyof Schema | undefined>;

/**
 * Returns a test for which goods belong to the party whose rows `db` shows: those made for its work orders, at its places, or on
 * its waybills and returns.
 */
export async function ownGoods(
  sql: Connection,
  db: Kysely<Schema>,
  ledger: Ledger,
  records: readonly CodeRecord[],
): Promise<(record: CodeRecord) => boolean> {
  const orders = [...new Set(records.flatMap(({ workOrderId }) => workOrderId ?? []))];
  const placeIds = [...new Set(records.flatMap((record) => ledger.placeOf(record) ?? []))];
  const [ownOrders, places] = await Promise.all([
    orders.length === 0 ? [] : db.selectFrom('work_order').select('id').where('id', 'in', orders).execute(),
    placeIds.length === 0
      ? []
      : sql<{ id: number; kind: PlaceKind; ref_id: number }[]>`
          select id, kind, ref_id from place where id = any(${placeIds}::bigint[])`,
  ]);
  const own = new Set(ownOrders.map(({ id }) => id));
  const ownPlaces = new Set<number>();
  for (const [kind, ofKind] of Map.groupBy(places, (place) => place.kind)) {
    const table = tableOf[kind];
    if (!table) continue;
    const refs = ofKind.map(({ ref_id }) => ref_id);
    const rows = await db.selectFrom(table).select('id').where('id', 'in', refs).execute();
    const ids = new Set(rows.map(({ id }) => id));
    for (const { id, ref_id } of ofKind) if (ids.has(ref_id)) ownPlaces.add(id);
  }
  return (record) => {
    const place = ledger.placeOf(record);
    return (record.workOrderId !== null && own.has(record.workOrderId)) || (place !== null && ownPlaces.has(place));
  };
}

/**
 * The codes that the caller may see: the enterprise all of them, a factory or dealer those of code orders that it may see. To them,
 * other codes look as if they had never been issued.
 */
export async function ownCodes(
  { account, db }: Pick<Caller<Account>, 'account' | 'db'>,
  records: readonly CodeRecord[],
): Promise<ReadonlyMap<number, CodeRecord>> {
  const all = new Map(records.map((record) => [record.id, record]));
  if (isOfEnterprise(account) || records.length === 0) return all;
  const orders = [...new Set(records.map(({ issue }) => issue.order_id))];
  const rows = await db.selectFrom('code_order').select('id').where('id', 'in', orders).execute();
  const own = new Set(rows.map(({ id }) => id));
  return new Map([...all].filter(([, { issue }]) => own.has(issue.order_id)));
}
