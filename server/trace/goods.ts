import type { Connection } from '#platform/database/database.ts';

/** Goods of one product and lot. */
export interface Goods {
  readonly productId: number | null;
  readonly lotId: number | null;
}

/** A number of units of them. */
export interface GoodsUnits extends Goods {
  readonly units: number;
}

/** Adds up goods by product and lot; sums of zero are left out. */
export function sumOfGoods(all: readonly GoodsUnits[]): GoodsUnits[] {
  const sums = new Map<string, GoodsUnits>();
  for (const { productId, lotId, units } of all) {
    const key = `${productId} ${lotId}`;
    sums.set(key, { productId, lotId, units: units + (sums.get(key)?.units ?? 0) });
  }
  return [...sums.values()].filter(({ units }) => units !== 0);
}

/** The same goods with negative units. */
export const less = (goods: readonly GoodsUnits[]): GoodsUnits[] => goods.map((one) => ({ ...one, units: -one.units }));

/** The id that all have in common; null if they differ. */
export const same = (ids: readonly (number | null)[]): number | null =>
  new Set(ids).size === 1 ? (ids[0] ?? null) : null;

/** Products as people know them: `YQ-001 云泉 53°`. */
export async function productNames(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; name: string }[]>`
    select id, product_code || ' ' || product_name as name from product where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The lot numbers by lot id. */
export async function lotNumbers(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: number; lot_no: string }[]>`
    select id, lot_no from lot where id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map(({ id, lot_no }) => [id, lot_no]));
}

/**
 * What is counted by day and work order. Quantities are signed: what is undone is counted back, so the sum over all days is the
 * current state. Units are goods of level 1; the other measures count labels and packages.
 */
const measures = [
  /** Units that were commissioned: their code was put on a product. */
  'bound',
  /** How many of these are packed, in no package, rejected by the line, sampled, or destroyed. */
  'packed',
  'loose',
  'rejected',
  'sampled',
  'destroyed',
  /** Labels that were printed, and those scrapped or sampled before they were on a product. */
  'printed',
  'label_scrapped',
  'label_sampled',
  /** Codes that were replaced by another one. */
  'replaced',
  'packages',
  'remainders',
  /**
   * Units shipped, taken off a waybill afterwards, and received; returned; and restocked, reworked or destroyed after a return.
   */
  'shipped',
  'shipped_void',
  'received',
  'taken_back',
  'restocked',
  'reworked',
  'discarded',
  /** Units that people packed, at a desk or by a file. Unpacking does not reduce it: the work was done. */
  'packed_by_people',
  /** Units that a line rejected, each time and by cause. Packing them later does not reduce it. */
  'put_aside',
  /** Codes that passed the cameras of a line, and those of them that were read. */
  'reads',
  'good_reads',
  /** Seconds in which a work order was to be made on a line: while one of its machines worked, and while none did. */
  'running_seconds',
  'standing_seconds',
] as const;
export type Measure = (typeof measures)[number];
