import type { ProductUnits } from '@suyuan/contract/base/product-units.ts';
import { type MainText, textIn } from '@suyuan/contract/languages.ts';
import { amountText } from '@suyuan/contract/thing/amount.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Language, text } from '#platform/language.ts';

/** How goods of products are counted, by product. A product without a unit is counted in the innermost one of its packages. */
export async function productUnitsOf(
  sql: Connection,
  ids: readonly number[],
  language: Language,
): Promise<ReadonlyMap<number, ProductUnits>> {
  const products = [...new Set(ids)];
  if (products.length === 0) return new Map();
  const [units, levels] = await Promise.all([
    sql<{ product_id: number; symbol: MainText }[]>`
      select p.id as product_id, u.symbol
      from product p join packaging_unit u on u.id = p.unit_id where p.id = any(${products}::bigint[])`,
    sql<{ product_id: number; quantity: number; level: number; symbol: MainText }[]>`
      select p.id as product_id, l.quantity, u.level, u.symbol
      from product p
      join hierarchy h on h.id = p.hierarchy_id
      join hierarchy_level l on l.hierarchy_id = h.id and l.version = h.version
      join packaging_unit u on u.id = l.unit_id
      where p.id = any(${products}::bigint[]) order by p.id, l.position`,
  ]);
  const unitOf = new Map(units.map((one) => [one.product_id, textIn(one.symbol, language)]));
  const levelsOf = Map.groupBy(levels, ({ product_id }) => product_id);
  return new Map(
    products.map((product_id) => {
      const own = levelsOf.get(product_id) ?? [];
      let held = 1;
      const packages = own.map((one) => {
        held *= one.quantity;
        return { symbol: textIn(one.symbol, language), level: one.level, units: held };
      });
      const [innermost] = packages;
      const unit = unitOf.get(product_id) ?? (innermost?.units === 1 ? innermost.symbol : null);
      return [product_id, { product_id, unit, packages: packages.filter(({ units }) => units > 1) }];
    }),
  );
}

/** Amounts in words for papers and messages: in units and packages for goods of one product, in a neutral word for mixed ones. */
export const amountsIn =
  (language: Language, counted: ReadonlyMap<number, ProductUnits>) =>
  (units: number, productId: number | null): string => {
    const format = new Intl.NumberFormat(language);
    const count = (value: number) => format.format(value);
    const plural = new Intl.PluralRules(language);
    const neutral = (value: number) => {
      const form = plural.select(value) === 'one' ? 'one' : 'other';
      return text(language, `field.unitCount_${form}`, { number: count(value) });
    };
    return amountText(units, counted.get(productId ?? 0), { language, count, neutral });
  };
