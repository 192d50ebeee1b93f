/** Goods of one product and lot. */
export interface Goods {
  readonly productId: number | null;
  readonly lotId: number | null;
}

/** So many units of them. */
export interface GoodsUnits extends Goods {
  readonly units: number;
}

/** What some goods are together, each product and lot once; what comes to nothing is left out. */
export function sumOfGoods(all: readonly GoodsUnits[]): GoodsUnits[] {
  const sums = new Map<string, GoodsUnits>();
  for (const { productId, lotId, units } of all) {
    const key = `${productId} ${lotId}`;
    sums.set(key, { productId, lotId, units: units + (sums.get(key)?.units ?? 0) });
  }
  return [...sums.values()].filter(({ units }) => units !== 0);
}

/** The same goods taken away. */
export const less = (goods: readonly GoodsUnits[]): GoodsUnits[] => goods.map((one) => ({ ...one, units: -one.units }));

/** What all have in common; null where they differ. */
export const same = (ids: readonly (number | null)[]): number | null =>
  new Set(ids).size === 1 ? (ids[0] ?? null) : null;
