import { sql } from 'kysely';
import type { Change } from '../../platform/audit.ts';

/** What rows refer to: its columns of codes and of names. */
const named = {
  brand: { code: 'brand_code', names: ['brand_name'] },
  packaging_unit: { code: 'unit_code', names: ['symbol_zh', 'symbol_en', 'symbol_es', 'symbol_ja'] },
  hierarchy: { code: 'hierarchy_code', names: ['hierarchy_name'] },
  dealer: { code: 'dealer_code', names: ['dealer_name'] },
  factory: { code: 'factory_code', names: ['factory_name'] },
  warehouse: { code: 'warehouse_code', names: ['warehouse_name'] },
  packaging_supplier: { code: 'supplier_code', names: ['supplier_name'] },
  account: { code: 'account_name', names: ['name'] },
} as const;

/**
 * Reads a cell of an imported file: the row with this code, or else the only one with this name. A name that several
 * have stands for none of them.
 */
export function byCodeOrName(table: keyof typeof named) {
  const { code, names } = named[table];
  return async (cell: string, change: Change): Promise<number | undefined> => {
    const wanted = cell.toLowerCase();
    const rowsBy = (columns: readonly string[]) =>
      change.db
        .selectFrom(table as 'brand')
        .select('id')
        .where((eb) => eb.or(columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) = ${wanted}`)))
        .limit(2)
        .execute();
    // Codes have an index, names need none: few files refer by them.
    const [byCode] = await rowsBy([code]);
    if (byCode) return byCode.id;
    const [byName, another] = await rowsBy(names);
    return another ? undefined : byName?.id;
  };
}
