import type { PlaceKind } from '@suyuan/contract/trace/events.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { CodeRecord } from '../state/code-record.ts';
import { covering, gap, type IssuedRange, ordersAround, rangesAround } from '../state/issue-facts.ts';
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
    const seen = await db.selectFrom(table).select('id').where('id', 'in', refs).execute();
    const ids = new Set(seen.map(({ id }) => id));
    for (const { id, ref_id } of ofKind) if (ids.has(ref_id)) ownPlaces.add(id);
  }
  return (record) => {
    const place = ledger.placeOf(record);
    return (record.workOrderId !== null && own.has(record.workOrderId)) || (place !== null && ownPlaces.has(place));
  };
}

/** How many ranges are cached; the cache is emptied when it would exceed this. */
const most = 10_000;

/**
 * Which codes were issued at all, cached: an issued code stays issued, whatever becomes of it, so an order that was found once is
 * not queried again. Events do not rely on this cache; the ledger reads for itself.
 */
export class IssuedCodes {
  /** Disjoint and sorted. */
  #ranges: readonly IssuedRange[] = [];

  /** Which of `ids`, in ascending order, were issued. */
  async among(sql: Connection, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const known = this.#ranges;
    const unknown = ids.filter((id) => !covering(known, id));
    const orders = unknown.length === 0 ? [] : await ordersAround(sql, rangesAround(unknown, gap));
    this.#learn(orders);
    return new Set(ids.filter((id) => covering(known, id) || covering(orders, id)));
  }

  #learn(orders: readonly IssuedRange[]): void {
    const fresh = orders.filter(({ first_id }) => !covering(this.#ranges, first_id));
    if (fresh.length === 0) return;
    const kept = this.#ranges.length + fresh.length > most ? [] : this.#ranges;
    const ranges = [...kept, ...fresh].map(({ first_id, last_id }) => ({ first_id, last_id }));
    this.#ranges = ranges.sort((a, b) => a.first_id - b.first_id);
  }
}
