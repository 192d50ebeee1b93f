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
