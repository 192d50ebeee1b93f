import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from './code-record.ts';
import { Ledger } from './ledger.ts';

/** What is done to goods on their way and in warehouses, which does not make rejected ones good. */
const movesOnly: ReadonlySet<EventType> = new Set([
  'store',
  'load',
  'unload',
  'ship',
  'receive',
  'void_ship',
  'lose',
  'take_back',
  'void_return',
]);

/** Whether the line or a person has rejected goods, and nobody has packed them as reworked since. */
export const isPutAside = ({ parent, events }: Readonly<Pick<CodeRecord, 'parent' | 'events'>>): boolean =>
  // Packing does not name what it packs: what lies in a package has been packed since.
  parent === null && events.findLast(({ act }) => !movesOnly.has(act))?.act === 'reject';

/** A rejected unit in stock that is on no waybill. */
export interface RejectedUnit {
  readonly code: number;
  readonly placeId: number;
  readonly productId: number | null;
  readonly lotId: number;
  /** Held by itself, its lot or its place. */
  readonly held: boolean;
}

/**
 * The rejected units of some lots that lie at some places: they are in stock, and not free to be loaded. It asks the rejections of
 * these lots, of which few lie in a warehouse.
 */
export async function rejectedAt(
  sql: Connection,
  places: readonly number[],
  lots: readonly number[],
): Promise<RejectedUnit[]> {
  if (places.length === 0 || lots.length === 0) return [];
  const events = await sql<{ id: number }[]>`
    select id from trace_event where act = ${eventTypes.reject.no} and lot_id = any(${[...lots]}::bigint[])`;
  if (events.length === 0) return [];
  const rows = await sql<{ code: number }[]>`
    select distinct r.code from event_code r
    where r.event_id = any(${events.map(({ id }) => id)}::bigint[]) and r.act = ${eventTypes.reject.no}
      and exists (select from event_code p where p.code = r.code and p.place_id = any(${[...places]}::bigint[]))
      and not exists (select from packing p where p.child = r.code)`;
  const ledger = new Ledger(sql);
  await ledger.read(rows.map(({ code }) => code));
  return rows.flatMap(({ code }): RejectedUnit[] => {
    const record = ledger.get(code);
    if (!record || !isPutAside(record) || ledger.lifeOf(record) !== 'active') return [];
    const [placeId, { productId, lotId }] = [ledger.placeOf(record), record];
    if (placeId === null || lotId === null || !places.includes(placeId) || ledger.waybillOf(record) !== null) return [];
    return [{ code, placeId, productId, lotId, held: ledger.heldBy(record) !== undefined }];
  });
}
