import type { Kysely } from 'kysely';
import type { OrderedLine, WaybillLine } from '../../../../contract/physical/waybill.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';

/** The lines of waybills as they were given. */
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

interface LineRow extends WaybillLine {
  readonly waybill_id: number;
}

/** Lines with what acts have made of them. */
async function linesOf(sql: Connection, ids: readonly number[]): Promise<Map<number, LineRow[]>> {
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

/** Waybills with their lines, and what these come to. */
export async function withLines<Row extends { readonly id: number }>(sql: Connection, rows: Row[]) {
  const lines = await linesOf(
    sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = (lines.get(row.id) ?? []).map(({ waybill_id: _, ...line }) => line);
    const sum = (of: 'quantity' | 'loaded' | 'received') => own.reduce((all, line) => all + line[of], 0);
    return { ...row, lines: own, planned: sum('quantity'), loaded: sum('loaded'), received: sum('received') };
  });
}
