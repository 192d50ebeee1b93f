import type { CountDifference } from '@suyuan/contract/physical/stock/stock-count.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { SharedServices } from '#shared-services.ts';
import { takeCaptureLock } from '#trace/capture/capture.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { captureInChange, doneNow } from '#trace/lookup/events-together.ts';
import { placeOf } from '#trace/places.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { lastHandled } from './count-differences.ts';

interface ApprovedCount {
  readonly id: number;
  readonly warehouse_id: number;
  readonly finished_at: Date | null;
  readonly reason: string;
}

interface Kept {
  readonly code: number;
  readonly kind: CountDifference;
  readonly place_id: number | null;
}

/** The maximum number of codes of one event. */
const most = 2000;

/**
 * Puts the records right by what a count has found: missing goods are lost, and others stored where they were found. Those that
 * something happened to since are left alone, as are codes that are nowhere in stock, which no event could put there.
 */
export async function putRight(
  shared: SharedServices,
  { sql, db }: Pick<Change, 'sql' | 'db'>,
  { id, warehouse_id, finished_at, reason }: ApprovedCount,
  caller: Pick<Caller<Account>, 'account'>,
): Promise<{ lost: number; stored: number; left: number }> {
  await takeCaptureLock(sql);
  const kept = await sql<Kept[]>`
    select code, kind, place_id from stock_count_difference where count_id = ${id} order by code`;
  const ledger = new Ledger(sql);
  await ledger.read(kept.map(({ code }) => code));
  await ledger.readPlaces();
  const until = finished_at?.getTime() ?? 0;
  const isAsFound = ({ code, place_id }: Kept): boolean => {
    const record = ledger.get(code);
    if (!record || record.closed || ledger.lifeOf(record) !== 'active' || ledger.placeOf(record) !== place_id)
      return false;
    const own = [record, ...ledger.above(record)];
    const stock = ledger.stockOf(record);
    const isLoaded = stock === 'at_place' && ledger.waybillOf(record) !== null;
    return !isLoaded && own.every((one) => lastHandled(one) <= until);
  };
  const settled = kept.filter((one) => one.kind !== 'unexpected' && isAsFound(one));
  const [lost, stored] = [
    settled.filter(({ kind }) => kind === 'missing').map(({ code }) => code),
    settled.filter(({ kind }) => kind !== 'missing').map(({ code }) => code),
  ];
  const here = { kind: 'warehouse', ref: warehouse_id } as const;
  const [placeId, missing] = [await placeOf(sql, here), await placeOf(sql, { ...here, kind: 'missing' })];
  const common = { ...doneNow(caller), reason };
  const inputs: EventInput[] = [
    ...inParts(lost).map((codes) => ({ ...common, act: 'lose' as const, codes, placeId: missing })),
    // The records follow where the goods are: what is on hold stays so.
    ...inParts(stored).map((codes) => ({ ...common, act: 'store' as const, codes, placeId, takesHeld: true })),
  ];
  if (inputs.length > 0) await captureInChange({ sql, db }, shared, inputs);
  const codes = [...lost, ...stored];
  await sql`
    update stock_count_difference set settled = code = any(${codes}::bigint[]) where count_id = ${id}`;
  return { lost: lost.length, stored: stored.length, left: kept.length - codes.length };
}

const inParts = (codes: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(codes.length / most) }, (_, nth) => codes.slice(nth * most, (nth + 1) * most));
