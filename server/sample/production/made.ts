import type { Connection } from '#platform/database/database.ts';

/** A complete packed case with its units. */
export interface PackedCase {
  readonly code: number;
  readonly units: readonly number[];
  readonly at: number;
}

/** A pallet, whose cases are moved together. */
export interface PackedPallet {
  readonly code: number;
  readonly cases: readonly PackedCase[];
  readonly at: number;
}

export interface MadeRun {
  readonly orderNo: string;
  readonly productCode: string;
  readonly productId: number;
  readonly orderId: number;
  /** The time from which its goods may be shipped; undefined if they are not released. */
  readonly releasedAt: number | undefined;
  /** Complete pallets in the order of packing. */
  readonly pallets: readonly PackedPallet[];
}

/** The complete pallets of a work order with their contents; inner packages are resolved to their units. */
export async function palletsOf(sql: Connection, orderId: number): Promise<PackedPallet[]> {
  const packages = await sql<{ code: number; at: Date; whole: boolean }[]>`
    select k.code, e.event_time as at, k.level = 4 and k.complete as whole
    from package k join trace_event e on e.id = k.packed_by
    where k.work_order_id = ${orderId} order by e.event_time, k.code`;
  const moments = new Map(packages.map(({ code, at }) => [code, at.getTime()]));
  const contents = await contentsOf(sql, [...moments.keys()]);
  const unitsIn = (code: number): number[] => contents.get(code)?.flatMap(unitsIn) ?? [code];
  const momentOf = (code: number): number => moments.get(code) as number;
  return packages
    .filter(({ whole }) => whole)
    .map(({ code }) => ({
      code,
      at: momentOf(code),
      cases: (contents.get(code) ?? [])
        .map((one) => ({ code: one, units: unitsIn(one), at: momentOf(one) }))
        .toSorted((a, b) => a.at - b.at),
    }));
}

/** The contents of packages. */
async function contentsOf(sql: Connection, packages: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await sql<{ child: number; parent: number }[]>`
    select child, parent from packing where parent = any(${packages as number[]}::bigint[]) order by child`;
  const contents = new Map<number, number[]>();
  for (const { child, parent } of rows) contents.getOrInsertComputed(parent, () => []).push(child);
  return contents;
}
