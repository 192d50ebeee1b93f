import type { Kysely } from 'kysely';
import type { Connection } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { notFound } from '../../../platform/refusal.ts';
import type { Rooms } from '../../../rooms.ts';
import { issueFactsOf } from '../../../trace/state/record/issue-facts.ts';
import { withLines } from '../waybill/waybill-lines.ts';
import { waybills } from '../waybill/waybills.serve.ts';

/** Packages that are printed of one waybill. */
const mostPrinted = 2000;

export interface PrintedPackage {
  readonly code: string;
  readonly level: number;
  readonly product: string | null;
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly units: number;
  /** It holds more than one product or lot. */
  readonly mixed: boolean;
}

interface GoodsRow {
  readonly code: number;
  readonly product: string | null;
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly units: number;
  readonly kinds: number;
}

/** A waybill that the caller may see, with its lines and what is on it. */
export async function printedWaybill(db: Kysely<Schema>, sql: Connection, { rules }: Rooms, id: number) {
  const [waybill] = await withLines(sql, await waybills(db).where('waybill.id', '=', id).execute());
  if (!waybill) throw notFound('waybill');
  const [gtins, goods] = await Promise.all([
    sql<{ id: number; gtin: string | null }[]>`
      select id, gtin from product where id = any(${waybill.lines.map(({ product_id }) => product_id)}::bigint[])`,
    sql<GoodsRow[]>`
      select g.code, min(p.product_name) as product, min(p.gtin) as gtin, min(l.lot_no) as lot,
        sum(g.units)::bigint as units, count(*)::int as kinds
      from waybill_goods g
      left join product p on p.id = g.product_id
      left join lot l on l.id = g.lot_id
      where g.waybill_id = ${id} and g.units > 0
      group by g.code order by min(p.product_name), min(l.lot_no), g.code limit ${mostPrinted}`,
  ]);
  const codes = goods.map(({ code }) => code).sort((a, b) => a - b);
  const [texts, issued] = await Promise.all([rules.texts(sql, codes), issueFactsOf(sql, codes)]);
  const packages = goods.map(
    ({ code, kinds, ...row }): PrintedPackage => ({
      ...row,
      code: texts.get(code) ?? '',
      level: issued.get(code)?.level ?? 0,
      mixed: kinds > 1,
    }),
  );
  return { waybill, gtinOf: new Map(gtins.map((one) => [one.id, one.gtin])), packages };
}

export type PrintedWaybill = Awaited<ReturnType<typeof printedWaybill>>;
