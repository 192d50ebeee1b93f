import type { Connection } from '#platform/database/database.ts';
import type { Lacks } from '../prepared.ts';

/** The extension fields of products that files require, by code, with the form of their values. */
export const productFacts = {
  drug_product_code: /\S/,
  drug_sub_type_no: /\S/,
  drug_package_spec: /\S/,
  /** Ten digits as on labels (4-4-2, 5-3-2, 5-4-1), or eleven (5-4-2). */
  ndc: /^(\d{4}-\d{4}-\d{2}|\d{5}-\d{3}-\d{2}|\d{5}-\d{4}-\d{1,2})$/,
  strength: /\S/,
  dosage_form: /\S/,
  container_size: /\S/,
  /** The letters of the category and the number, of which codes contain the last six digits. */
  pesticide_registration_no: /^[A-Z]+\d{6,}$/,
  pesticide_holder: /\S/,
} as const satisfies Record<string, RegExp>;
export type ProductFact = keyof typeof productFacts;

export interface ProductFactRow {
  readonly id: number;
  readonly product_code: string;
  readonly product_name: string;
  readonly spec: string | null;
  readonly unit: string | null;
  readonly extension: Readonly<Record<string, string | number>>;
}

/** Reads products with their extension fields. */
export async function readProducts(sql: Connection, ids: readonly number[]): Promise<Map<number, ProductFactRow>> {
  const rows = await sql<ProductFactRow[]>`
    select p.id, p.product_code, p.product_name, p.spec, coalesce(u.symbol ->> 'en', u.symbol ->> 'zh') as unit, p.extension
    from product p left join packaging_unit u on u.id = p.unit_id
    where p.id = any(${ids as number[]}::bigint[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

export const factOf = ({ extension }: ProductFactRow, fact: ProductFact): string => `${extension[fact] ?? ''}`.trim();

/** Notes facts that products lack or have in an invalid form, and fields that are not defined yet. */
export async function requireFacts(
  sql: Connection,
  lacks: Lacks,
  products: Iterable<ProductFactRow>,
  facts: readonly ProductFact[],
): Promise<void> {
  const rows = await sql<{ field_code: string }[]>`
    select field_code from product_field where status = 'enabled' and field_code = any(${facts as string[]}::text[])`;
  const codes = new Set(rows.map(({ field_code }) => field_code));
  for (const product of products) {
    for (const fact of facts) {
      const value = factOf(product, fact);
      if (productFacts[fact].test(value)) continue;
      const what = lacks.field(`product.${fact}`);
      const where = `${product.product_name} (${product.product_code})`;
      const params = { what, where, field: fact, value, fields: lacks.screen('prodcutextend') };
      const problem = value !== '' ? 'malformed' : codes.has(fact) ? 'unfilled' : 'undefined';
      const screen = problem === 'undefined' ? 'prodcutextend' : 'productlist';
      lacks.say({
        field: `product.${fact}`,
        screen,
        record: problem === 'undefined' ? null : product.product_code,
        message: lacks.text(`authority.${problem}`, { ...params, screen: lacks.screen(screen) }),
      });
    }
  }
}
