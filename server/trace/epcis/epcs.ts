import { carrierText } from '@suyuan/codes/carrier/carrier.ts';
import { ruleSpan } from '#identity/deciphering.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { readCodes } from '../state/code-records.ts';
import { readProducts } from '../state/goods-facts.ts';
import { sgtin, sscc } from './gs1-keys.ts';

/** The identifiers of codes and products. */
export interface EpcOf {
  /** As printed. */
  textOf(code: number): string;
  uriOf(code: number): string;
  gtinOf(product: number): string | null;
}

export interface EpcReading {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'texts'>;
  readonly publicUrl: string;
}

/** A code, and the product of an event about it: for codes that are on no product any more. */
export interface CodeOfEvent {
  readonly code: number;
  readonly productId: number | null;
}

interface RuleRow {
  readonly id: number;
  readonly level: number;
  readonly check_name: string;
}

/**
 * Units and inner packs of a product with a GTIN are SGTINs, and codes of a rule of SSCCs are these. Others are addressed by the page
 * that their symbols lead to.
 */
export async function epcsOf(
  { sql, rules, publicUrl }: EpcReading,
  named: readonly CodeOfEvent[],
  products: readonly number[],
): Promise<EpcOf> {
  const codes = [...new Set(named.map(({ code }) => code))];
  const formats = await rulesOf(sql);
  const traded = codes.filter((code) => (formats.get(ruleOf(code))?.level ?? 1) <= 2);
  const lastProduct = new Map(named.flatMap(({ code, productId }) => (productId === null ? [] : [[code, productId]])));
  const [texts, records, told] = await Promise.all([
    rules.texts(sql, codes),
    readCodes(sql, traded),
    readProducts(sql, [...new Set([...products, ...lastProduct.values()])]),
  ]);
  const gtins = new Map(told.map(({ product_id, gtin }) => [product_id, gtin]));
  const gtinOf = (product: number): string | null => gtins.get(product) ?? null;
  const textOf = (code: number): string => texts.get(code) ?? '';
  const gtinOfCode = (code: number) => {
    const record = records.get(code);
    return (record && records.goodsOf(record).gtin) ?? gtinOf(lastProduct.get(code) ?? 0);
  };
  const keyOf = (code: number): string | undefined => {
    const { level, check_name } = formats.get(ruleOf(code)) ?? { level: 1, check_name: '' };
    if (level > 2) return check_name === 'gs1' ? sscc(textOf(code)) : undefined;
    const gtin = gtinOfCode(code);
    return gtin === null ? undefined : sgtin(gtin, textOf(code));
  };
  return {
    textOf,
    gtinOf,
    uriOf: (code) => keyOf(code) ?? carrierText(textOf(code), { carrier: 'url', publicUrl, level: 1 }),
  };
}

const ruleOf = (code: number): number => Math.floor(code / ruleSpan);

async function rulesOf(sql: Connection): Promise<Map<number, RuleRow>> {
  const rows = await sql<RuleRow[]>`select id, level, check_name from code_rule`;
  return new Map(rows.map((row) => [row.id, row]));
}
