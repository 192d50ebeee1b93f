import type { Kysely } from 'kysely';
import type { Change } from '../audit/audit-log.ts';
import type { Schema } from '../database/schema.ts';
import type { CellParser } from '../imports/lines/columns.ts';
import { seen } from './is-there.ts';

/** What rows refer to: its columns of codes and of names. */
const naturalKeys = {
  brand: { code: 'brand_code', names: ['brand_name'] },
  packaging_unit: { code: 'unit_code', names: ['symbol_zh', 'symbol_en', 'symbol_es', 'symbol_ja'] },
  hierarchy: { code: 'hierarchy_code', names: ['hierarchy_name'] },
  dealer: { code: 'dealer_code', names: ['dealer_name'] },
  factory: { code: 'factory_code', names: ['factory_name'] },
  warehouse: { code: 'warehouse_code', names: ['warehouse_name'] },
  packaging_supplier: { code: 'supplier_code', names: ['supplier_name'] },
  account: { code: 'account_name', names: ['name'] },
  product: { code: 'product_code', names: ['product_name'] },
  production_line: { code: 'line_code', names: ['line_name'] },
  team: { code: 'team_code', names: ['team_name'] },
  ship_to: { code: 'ship_to_code', names: ['ship_to_name'] },
  waybill: { code: 'waybill_no', names: ['waybill_no'] },
  material: { code: 'material_code', names: ['material_name'] },
  work_order: { code: 'order_no', names: [] },
} as const;

type Referred = keyof typeof naturalKeys;

/**
 * A field of files that refers to a row of a table: the row with this code, or else the ones with this name. `columns`
 * are those of the list that tell it.
 */
export function referred(table: Referred, columns: readonly string[]): CellParser<number> {
  // Of another table: what a cell means stays the same while a file is brought in.
  const known = new WeakMap<Kysely<Schema>, Map<string, number[]>>();
  return {
    columns,
    read: async (cells, change) => {
      const { db } = change;
      const meanings = known.get(db) ?? new Map<string, number[]>();
      known.set(db, meanings);
      const unread = cells.filter((cell) => !meanings.has(cell));
      for (const [cell, ids] of await idsOf(change, table, unread)) meanings.set(cell, ids);
      return meanings;
    },
  };
}

/** The same for the row that a row stands below: it may come with a line of the same file. */
export function referredAbove(table: Referred, columns: readonly string[]): CellParser<number> {
  const { code, names } = naturalKeys[table];
  return { columns, among: [code, ...names], read: (cells, change) => idsOf(change, table, cells) };
}

/** The ids that each cell may mean. Codes have an index, names need none: few files refer by them. */
async function idsOf(change: Change, table: Referred, cells: readonly string[]): Promise<Map<string, number[]>> {
  const { code, names } = naturalKeys[table];
  const ids = new Map<string, number[]>();
  for (const columns of [[code], names]) {
    const unknown = cells.filter((cell) => !ids.get(cell)?.length);
    const found = unknown.length > 0 ? await rowsNamed(change.db, table, columns, unknown) : [];
    const byName = Map.groupBy(
      found.flatMap((row) => columns.map((column) => ({ id: row.id, name: spelling(row[column]) }))),
      ({ name }) => name,
    );
    for (const cell of unknown) {
      ids.set(cell, [...new Set((byName.get(spelling(cell)) ?? []).map(({ id }) => id))]);
    }
  }
  seen(change, table, [...ids.values()].flat());
  return ids;
}

const rowsNamed = (
  db: Kysely<Schema>,
  table: Referred,
  columns: readonly string[],
  cells: readonly string[],
): Promise<({ id: number } & Record<string, unknown>)[]> =>
  db
    .selectFrom(db.dynamic.table(table).as('row'))
    .select(['row.id', ...columns.map((column) => db.dynamic.ref<string>(`row.${column}`))])
    .where((eb) => {
      const wanted = cells.map((cell) => eb.fn<string>('lower', [eb.val(cell)]));
      const lower = (column: string) => eb.fn<string>('lower', [db.dynamic.ref<string>(`row.${column}`)]);
      return eb.or(columns.map((column) => eb(lower(column), 'in', wanted)));
    })
    .execute();

const spelling = (name: unknown): string => String(name ?? '').toLowerCase();
