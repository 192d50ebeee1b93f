import { maxProducts, type ProductUnits, productUnits } from '@suyuan/contract/base/product/product-units.ts';
import { amountText } from '@suyuan/contract/thing/amount.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Formats an amount of a product; null stands for mixed goods. */
export type AmountOf = (units: number, productId: number | null | undefined) => string;

/** How goods of a product are counted changes seldom. */
const staleTime = 10 * 60_000;

/**
 * Amounts of goods in words, in the units of their products: `240 瓶 (40 箱)`. How these products are counted is asked once for all
 * of a page; until it is known, the number stands alone.
 */
export function useAmounts(productIds: readonly (number | null | undefined)[]): AmountOf {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { count } = useNumbers();
  const unitsByProduct = useProductUnits(productIds);
  return useMemo(() => {
    const neutral = (value: number) => t('field.unitCount', { count: value, number: count(value) });
    return (units, productId) => {
      if (typeof productId === 'number' && !unitsByProduct.has(productId)) return count(units);
      return amountText(units, unitsByProduct.get(productId ?? 0), { language, count, neutral });
    };
  }, [unitsByProduct, t, count, language]);
}

/** How goods of some products are counted, as far as it is known yet. */
export function useProductUnits(productIds: readonly (number | null | undefined)[]): ReadonlyMap<number, ProductUnits> {
  const { i18n } = useTranslation();
  const ids = [...new Set(productIds)].filter((id) => typeof id === 'number');
  const units = useQueries({
    queries: ids.map((id) => ({
      queryKey: [productUnits.path, id, i18n.language],
      queryFn: () => unitsOf(id),
      staleTime,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => new Map(units.flatMap((one) => (one ? [[one.product_id, one] as const] : []))), [units]);
}

interface Waiting {
  readonly id: number;
  readonly resolve: (units: ProductUnits | null) => void;
  readonly reject: (error: unknown) => void;
}

let waiting: Waiting[] = [];

/** Asks together for all products that are drawn together. */
function unitsOf(id: number): Promise<ProductUnits | null> {
  if (waiting.length === 0) queueMicrotask(() => void askTogether());
  return new Promise((resolve, reject) => {
    waiting.push({ id, resolve, reject });
  });
}

async function askTogether(): Promise<void> {
  const together = waiting;
  waiting = [];
  for (let at = 0; at < together.length; at += maxProducts) {
    const some = together.slice(at, at + maxProducts);
    const ids = some.map(({ id }) => id).join(',');
    await call(productUnits, { ids }, { silent: true }).then(
      (results) => {
        const unitsByProduct = new Map(results.map((one) => [one.product_id, one]));
        for (const { id, resolve } of some) resolve(unitsByProduct.get(id) ?? null);
      },
      (error) => {
        for (const { reject } of some) reject(error);
      },
    );
  }
}
