import { maxLines, type OrderedLine, type WaybillLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { lineRows } from '../ordered-lines.ts';

/** The lines of waybills as they were ordered, by waybill. */
export async function orderedLines(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<Map<number, { lines: OrderedLine[] }>> {
  const rows = await db
    .selectFrom('waybill_line')
    .select(['waybill_id', 'product_id', 'lot', 'quantity'])
    .where('waybill_id', 'in', ids)
    .orderBy('line_no')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ waybill_id }) => waybill_id)].map(([id, lines]) => [
      id,
      { lines: lines.map(({ waybill_id: _, ...line }) => line) },
    ]),
  );
}

/** Writes the lines of a waybill. A line for the same product and lot stays the same, with what is loaded of it. */
export async function writeLines({ db }: Pick<Change, 'db'>, id: number, lines: readonly OrderedLine[]): Promise<void> {
  const rows = await db
    .selectFrom('waybill_line')
    .select(['id', 'product_id', 'lot'])
    .where('waybill_id', '=', id)
    .execute();
  const orderedRows = lineRows(lines).map((line) => ({
    ...line,
    known: rows.find(({ product_id, lot }) => product_id === line.product_id && lot === line.lot)?.id,
  }));
  const ids = orderedRows.flatMap((line) => line.known ?? []);
  const removals = rows.filter((line) => !ids.includes(line.id)).map((line) => line.id);
  if (removals.length > 0) await db.deleteFrom('waybill_line').where('id', 'in', removals).execute();
  // Numbers beyond all that are given, since a number is given once.
  if (ids.length > 0) {
    const beyond = (eb: ExpressionBuilder<Schema, 'waybill_line'>) => eb('line_no', '+', maxLines);
    await db.updateTable('waybill_line').set({ line_no: beyond }).where('id', 'in', ids).execute();
  }
  for (const { known: own, ...line } of orderedRows) {
    if (own === undefined) continue;
    await db.updateTable('waybill_line').set(line).where('id', '=', own).execute();
  }
  const fresh = orderedRows.flatMap(({ known: own, ...line }) =>
    own === undefined ? [{ ...line, waybill_id: id }] : [],
  );
  if (fresh.length > 0) await db.insertInto('waybill_line').values(fresh).execute();
}

interface LineRow extends WaybillLine {
  readonly waybill_id: number;
}

/** The lines of waybills with their loaded, received and returned units. */
export async function linesOf(sql: Connection, ids: readonly number[]): Promise<Map<number, LineRow[]>> {
  const rows = await sql<LineRow[]>`
    select l.waybill_id, l.id, l.product_id, p.product_code, p.product_name, l.lot, l.quantity,
      coalesce(d.units, 0)::bigint as loaded, coalesce(d.packages, 0)::bigint as packages,
      coalesce(d.received, 0)::bigint as received, coalesce(d.returned, 0)::bigint as returned
    from waybill_line l
    join product p on p.id = l.product_id
    left join waybill_load d on d.waybill_id = l.waybill_id and d.line_id = l.id
    where l.waybill_id = any(${ids as number[]}::bigint[])
    order by l.waybill_id, l.line_no`;
  return Map.groupBy(rows, ({ waybill_id }) => waybill_id);
}

/** The warehouses of a waybill; codes and names are null if the caller may not see the warehouse. */
interface Ends {
  readonly id: number;
  readonly from_warehouse_id: number;
  readonly from_warehouse_code: string | null;
  readonly from_warehouse_name: string | null;
  readonly to_warehouse_id: number | null;
  readonly to_warehouse_code: string | null;
  readonly to_warehouse_name: string | null;
}

/** Adds to waybills their lines, totals and the names of both warehouses, which everybody who sees the waybill may know. */
export async function withLines<Row extends Ends>(sql: Connection, rows: Row[]) {
  const [lines, names] = await Promise.all([
    linesOf(
      sql,
      rows.map(({ id }) => id),
    ),
    unseenWarehouses(sql, rows),
  ]);
  return rows.map((row) => {
    const own = (lines.get(row.id) ?? []).map(({ waybill_id: _, ...line }) => line);
    const sum = (of: 'quantity' | 'loaded' | 'received') => own.reduce((all, line) => all + line[of], 0);
    const [from, to] = [names.get(row.from_warehouse_id), names.get(row.to_warehouse_id ?? 0)];
    return {
      ...row,
      from_warehouse_code: row.from_warehouse_code ?? from?.warehouse_code ?? null,
      from_warehouse_name: row.from_warehouse_name ?? from?.warehouse_name ?? null,
      to_warehouse_code: row.to_warehouse_code ?? to?.warehouse_code ?? null,
      to_warehouse_name: row.to_warehouse_name ?? to?.warehouse_name ?? null,
      ...{ lines: own, planned: sum('quantity'), loaded: sum('loaded'), received: sum('received') },
    };
  });
}

interface WarehouseName {
  readonly id: number;
  readonly warehouse_code: string;
  readonly warehouse_name: string;
}

async function unseenWarehouses(sql: Connection, rows: readonly Ends[]): Promise<Map<number, WarehouseName>> {
  const warehouseIds = rows.flatMap((row) => [
    ...(row.from_warehouse_name === null ? [row.from_warehouse_id] : []),
    ...(row.to_warehouse_id !== null && row.to_warehouse_name === null ? [row.to_warehouse_id] : []),
  ]);
  if (warehouseIds.length === 0) return new Map();
  const warehouses = await sql<WarehouseName[]>`
    select id, warehouse_code, warehouse_name from warehouse where id = any(${[...new Set(warehouseIds)]}::bigint[])`;
  return new Map(warehouses.map((one) => [one.id, one]));
}
