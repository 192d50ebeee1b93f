import { writtenForms } from '@suyuan/codes/carrier/carrier.ts';
import type { Connection } from '#platform/database/database.ts';

/** A product that a bar code names. */
export interface NamedProduct {
  readonly id: number;
  readonly product_name: string;
}

/** Products by their GTIN in 14 digits, enabled ones before disabled ones. */
export async function productsByGtin(
  sql: Connection,
  gtins: readonly string[],
): Promise<ReadonlyMap<string, NamedProduct>> {
  if (gtins.length === 0) return new Map();
  const forms = [...new Set(gtins.flatMap(writtenForms))];
  const rows = await sql<(NamedProduct & { gtin: string })[]>`
    select id, product_name, gtin from product where gtin = any(${forms}::text[]) order by (status = 'enabled'), id desc`;
  return new Map(rows.map(({ gtin, ...product }) => [gtin.padStart(14, '0'), product]));
}
