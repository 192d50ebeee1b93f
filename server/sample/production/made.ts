import type { Connection } from '../../platform/database/database.ts';

/** A whole case that was packed, with its units. */
export interface PackedCase {
  readonly code: number;
  readonly units: readonly number[];
  readonly at: number;
}

/** Cases that are moved together: those of a pallet. */
export interface PackedPallet {
  readonly code: number;
  readonly cases: readonly PackedCase[];
  readonly at: number;
}

/** What a work order made. */
export interface MadeRun {
  readonly orderNo: string;
  readonly productCode: string;
  readonly productId: number;
  readonly orderId: number;
  /** Its goods may leave from then on; undefined while they are not released. */
  readonly releasedAt: number | undefined;
  /** Whole ones, in the order in which they were packed. */
  readonly pallets: readonly PackedPallet[];
}

/** The whole pallets of a work order, with what lies in them: of inner packages their units. */
export async function palletsOf(sql: Connection, orderId: number): Promise<PackedPallet[]> {
  const packed = await sql<{ code: number; at: Date; whole: boolean }[]>`
    select k.code, e.event_time as at, k.level = 4 and k.complete as whole
    from package k join trace_event e on e.id = k.packed_by
    where k.work_order_id = ${orderId} order by e.event_time, k.code`;
  const moments = new Map(packed.map(({ code, at }) => [code, at.getTime()]));
  const contents = await contentsOf(sql, [...moments.keys()]);
  const unitsIn = (code: number): number[] => contents.get(code)?.flatMap(unitsIn) ?? [code];
  const momentOf = (code: number): number => moments.get(code) as number;
  return packed
    .filter(({ whole }) => whole)
    .map(({ code }) => ({
      code,
      at: momentOf(code),
      cases: (contents.get(code) ?? [])
        .map((one) => ({ code: one, units: unitsIn(one), at: momentOf(one) }))
        .toSorted((a, b) => a.at - b.at),
    }));
}

/** What lies in packages. */
async function contentsOf(sql: Connection, packages: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await sql<{ child: number; parent: number }[]>`
    select child, parent from packing where parent = any(${packages as number[]}::bigint[]) order by child`;
  const contents = new Map<number, number[]>();
  for (const { child, parent } of rows) contents.getOrInsertComputed(parent, () => []).push(child);
  return contents;
}
