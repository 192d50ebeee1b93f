import type { ProductUnits } from '@suyuan/contract/base/product/product-units.ts';
import { type MainText, textIn } from '@suyuan/contract/languages.ts';
import { amountText } from '@suyuan/contract/thing/amount.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import { among } from '#platform/database/statements/among.ts';
import { type Language, text } from '#platform/language.ts';

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
  /** Labels and units that were scrapped, each time and by cause. */
  'scrapped',
  /** Codes that passed the cameras of a line, and those of them that were read. */
  'reads',
  'good_reads',
  /** Seconds in which a work order was to be made on a line: while one of its machines worked, and while none did. */
  'running_seconds',
  'standing_seconds',
] as const;
export type Measure = (typeof measures)[number];

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
      let total = 1;
      const packages = own.map((one) => {
        total *= one.quantity;
        return { symbol: textIn(one.symbol, language), level: one.level, units: total };
      });
      const [innermost] = packages;
      const unit = unitOf.get(product_id) ?? (innermost?.units === 1 ? innermost.symbol : null);
      return [product_id, { product_id, unit, packages: packages.filter(({ units }) => units > 1) }];
    }),
  );
}

/** Amounts in words for papers and messages: in units and packages for goods of one product, in a neutral word for mixed ones. */
export const amountsIn =
  (language: Language, products: ReadonlyMap<number, ProductUnits>) =>
  (units: number, productId: number | null): string => {
    const format = new Intl.NumberFormat(language);
    const count = (value: number) => format.format(value);
    const plural = new Intl.PluralRules(language);
    const neutral = (value: number) => {
      const form = plural.select(value) === 'one' ? 'one' : 'other';
      return text(language, `field.unitCount_${form}`, { number: count(value) });
    };
    return amountText(units, products.get(productId ?? 0), { language, count, neutral });
  };

/** What is shown of a lot, and checked before its goods are shipped. */
export interface LotFacts {
  readonly id: number;
  readonly lotNo: string;
  /** Released for the market. */
  readonly released: boolean;
  /** `2026-01-31`, as is the expiry. */
  readonly production: string | null;
  readonly expiry: string | null;
}

/** The columns that `lotFacts` is made from. */
export interface LotColumns {
  readonly lot_id: number;
  readonly lot_no: string;
  readonly released: boolean;
  readonly production: string | null;
  readonly expiry: string | null;
}

/** These columns, except for the id, for a `lot` with the alias `l`. */
export const lotColumns = (sql: Connection): Fragment => sql`
  l.lot_no, l.market_released_at is not null as released,
  to_char(l.production_date, 'YYYY-MM-DD') as production, to_char(l.expiry_date, 'YYYY-MM-DD') as expiry`;

/** The order in which lots should leave: first expired, first out, and those that do not expire by their day of production. */
export const inOrderOfLeaving = (sql: Connection): Fragment => sql`
  l.expiry_date nulls last, case when l.expiry_date is null then l.production_date end nulls last, l.id`;

export const lotFacts = ({ lot_id, lot_no, released, production, expiry }: LotColumns): LotFacts => ({
  id: lot_id,
  lotNo: lot_no,
  released,
  production,
  expiry,
});

export async function readLots(sql: Connection, ids: readonly number[]): Promise<LotFacts[]> {
  if (ids.length === 0) return [];
  const rows = await sql<
    LotColumns[]
  >`select l.id as lot_id, ${lotColumns(sql)} from lot l where l.id ${among(sql, ids)}`;
  return rows.map(lotFacts);
}

/** The product of goods, in the columns of lists. */
export interface ProductFacts {
  readonly product_id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly gtin: string | null;
  readonly spec: string | null;
}

/** The columns of a product that a row may lack. */
export type ProductColumns = { readonly [Column in keyof ProductFacts]: ProductFacts[Column] | null };

/** The columns of a product `r`, except its id. */
export const productColumns = (sql: Connection): Fragment => sql`r.product_code, r.product_name, r.gtin, r.spec`;

/** The product in a row; null if it has none. */
export function productFacts(row: ProductColumns): ProductFacts | null {
  const { product_id, product_code, product_name, gtin, spec } = row;
  if (product_id === null || product_code === null || product_name === null) return null;
  return { product_id, product_code, product_name, gtin, spec };
}

export async function readProducts(sql: Connection, ids: readonly number[]): Promise<readonly ProductFacts[]> {
  if (ids.length === 0) return [];
  return sql<ProductFacts[]>`
    select r.id as product_id, ${productColumns(sql)} from product r where r.id ${among(sql, ids)}`;
}
