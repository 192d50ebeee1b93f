import { stands } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { maxPrinted } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { notFound } from '#platform/refusal.ts';
import type { SharedServices } from '#shared-services.ts';
import { issueFactsOf } from '#trace/state/issue-facts.ts';
import { proofsOf } from '../arrival/delivery-proofs.serve.ts';
import { withLines } from '../waybill/waybill-lines.ts';
import { waybills } from '../waybill/waybills.serve.ts';

export interface PrintedPackage {
  readonly code: string;
  readonly level: number;
  /** One of its products, if it contains several. */
  readonly product_id: number | null;
  readonly product: string | null;
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly units: number;
  /** Whether it contains several products or lots. */
  readonly mixed: boolean;
}

interface GoodsRow {
  readonly code: number;
  readonly product_id: number | null;
  readonly product: string | null;
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly units: number;
  readonly kinds: number;
}

/** A waybill that the caller may see, with its lines and one part of its packages. */
export async function printedWaybill(
  db: Kysely<Schema>,
  sql: Connection,
  { rules }: SharedServices,
  { id, part }: { readonly id: number; readonly part: number },
) {
  const [waybill] = await withLines(sql, await waybills(db).where('waybill.id', '=', id).execute());
  if (!waybill) throw notFound('waybill');
  const first = (part - 1) * maxPrinted;
  const [gtins, goods, [all]] = await Promise.all([
    sql<{ id: number; gtin: string | null }[]>`
      select id, gtin from product where id = any(${waybill.lines.map(({ product_id }) => product_id)}::bigint[])`,
    sql<GoodsRow[]>`
      select g.code, min(g.product_id) as product_id, min(p.product_name) as product, min(p.gtin) as gtin, min(l.lot_no) as lot,
        safe_integer(sum(g.units)) as units, count(*)::int as kinds
      from waybill_goods g
      left join product p on p.id = g.product_id
      left join lot l on l.id = g.lot_id
      where g.waybill_id = ${id} and g.units > 0
      group by g.code order by min(p.product_name), min(l.lot_no), g.code limit ${maxPrinted} offset ${first}`,
    sql<{ packages: number }[]>`
      select count(distinct code) as packages from waybill_goods where waybill_id = ${id} and units > 0`,
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
  const gtinOf = new Map(gtins.map((one) => [one.id, one.gtin]));
  const proof = (await proofsOf(db, id)).find(stands);
  return { waybill, gtinOf, packages, first, allPackages: all?.packages ?? 0, proof };
}

export type PrintedWaybill = Awaited<ReturnType<typeof printedWaybill>>;
