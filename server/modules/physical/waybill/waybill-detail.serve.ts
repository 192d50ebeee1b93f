import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { type WaybillCode, waybill, waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { requireWaybill } from './require-waybill.ts';
import { withLines } from './waybill-lines.ts';
import { waybills } from './waybills.serve.ts';

type StepsRow = Pick<
  OutputOf<typeof waybillDetail>,
  `${'created' | 'shipped' | 'signed' | 'closed'}_by${'' | '_id'}` | `${'made' | 'shipped'}_by_system`
>;

export default function serveWaybillDetail({ routes, system }: Services, { rules }: SharedServices): void {
  routes.serve(waybillDetail, async ({ id }, caller) => {
    await requireWaybill(caller, id);
    const [row] = await withLines(system.codes.sql, await waybills(caller.db).where('waybill.id', '=', id).execute());
    const [steps, [unordered]] = await Promise.all([
      stepsTaken(caller.db, id),
      system.codes.sql<{ units: number }[]>`
        select safe_integer(coalesce(sum(units), 0)) as units from waybill_load where waybill_id = ${id} and line_id = 0`,
    ]);
    if (!row || !steps) throw new Error(`waybill ${id} no longer exists`);
    return {
      ...declaredRow(waybill, row),
      ...steps,
      short_reason: row.short_reason,
      closed_at: row.closed_at?.toISOString() ?? null,
      close_reason: row.close_reason,
      unordered: unordered?.units ?? 0,
    };
  });

  routes.serve(waybillCodes, async ({ id, page = 1, size = 50 }, caller) => {
    await requireWaybill(caller, id);
    const { sql } = system.codes;
    const [rows, [count]] = await Promise.all([
      sql<CodeRow[]>`
        select g.code, p.id as product_id, p.product_name, l.lot_no as lot, g.units, g.received, g.returned, g.loaded_at, g.override_reason
        from waybill_goods g
        left join product p on p.id = g.product_id
        left join lot l on l.id = g.lot_id
        where g.waybill_id = ${id}
        order by g.loaded_at desc, g.code limit ${size} offset ${(page - 1) * size}`,
      sql<{ total: number }[]>`select count(*) as total from waybill_goods where waybill_id = ${id}`,
    ]);
    const codes = rows.map(({ code }) => code);
    const [texts, records] = await Promise.all([rules.texts(sql, codes), readCodes(sql, codes)]);
    const onHold = await goodsOnHold(sql, caller.db, records, records.among(codes));
    const lines = rows.map(
      ({ code, loaded_at, ...row }): WaybillCode => ({
        ...row,
        code: texts.get(code) ?? '',
        level: records.of(code).level,
        ...onHold.of(records.of(code)),
        loaded_at: loaded_at.toISOString(),
      }),
    );
    return { rows: lines, total: count?.total ?? 0 };
  });
}

/** The people of the steps, as far as the caller may see them. */
const stepsTaken = (db: Kysely<Schema>, id: number): Promise<StepsRow | undefined> =>
  db
    .selectFrom('waybill as b')
    .leftJoin('account as c', 'c.id', 'b.created_by')
    .leftJoin('account as s', 's.id', 'b.shipped_by')
    .leftJoin('account as r', 'r.id', 'b.signed_by')
    .leftJoin('account as e', 'e.id', 'b.closed_by')
    .select(['c.name as created_by', 'c.id as created_by_id', 's.name as shipped_by', 's.id as shipped_by_id'])
    .select(['b.made_by_system', 'b.shipped_by_system'])
    .select(['r.name as signed_by', 'r.id as signed_by_id', 'e.name as closed_by', 'e.id as closed_by_id'])
    .where('b.id', '=', id)
    .executeTakeFirst();

interface CodeRow extends Omit<WaybillCode, 'code' | 'level' | 'loaded_at' | 'held' | 'hold'> {
  readonly code: number;
  readonly loaded_at: Date;
}
