import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { type RefundCode, refund, refundDetail, returnsSetFree } from '@suyuan/contract/physical/refund.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { goodsOnHold } from '#trace/lookup/goods-on-hold.ts';
import { serveEventList } from '#trace/lookup/serve-event-list.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { withGoods } from './refund-lines.ts';
import { refunds } from './refunds.serve.ts';

/** Serves one return with its lines, the people of its steps, and the returned codes; and what was set free of returns. */
export default function serveRefundDetail(services: Services, shared: SharedServices): void {
  const { routes, system } = services;

  serveEventList(services, shared, returnsSetFree, { act: 'void_return' });

  routes.serve(refundDetail, async ({ id }, caller) => {
    const [row] = await withGoods(system.codes.sql, await refunds(caller.db).where('refund.id', '=', id).execute());
    if (!row) throw notFound('refund');
    const steps = await stepsTaken(caller.db, id);
    if (!steps) throw notFound('refund');
    return {
      ...declaredRow(refund, row),
      ...steps,
      closed_at: row.closed_at?.toISOString() ?? null,
      settlements: await settlementsOf(caller.db, id),
      codes: await returnedCodes({ sql: system.codes.sql, db: caller.db, rules: shared.rules }, id),
    };
  });
}

type StepsRow = Pick<OutputOf<typeof refundDetail>, `${'created' | 'closed'}_by${'' | '_id'}`>;

/** The people of the steps, as far as the caller may see them. */
const stepsTaken = (db: Kysely<Schema>, id: number): Promise<StepsRow | undefined> =>
  db
    .selectFrom('refund as r')
    .leftJoin('account as c', 'c.id', 'r.created_by')
    .leftJoin('account as e', 'e.id', 'r.closed_by')
    .select(['c.name as created_by', 'c.id as created_by_id', 'e.name as closed_by', 'e.id as closed_by_id'])
    .where('r.id', '=', id)
    .executeTakeFirst();

/** The settlements that name a return; row security shows a dealer none. */
const settlementsOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('dealer_settlement as s')
    .innerJoin('inspect_case as k', 'k.id', 's.case_id')
    .select(['s.id', 's.settlement_no', 'k.id as case_id', 'k.case_no'])
    .where('s.refund_id', '=', id)
    .where('s.status', '<>', 'withdrawn')
    .orderBy('s.id')
    .execute();

interface ReturnedRow
  extends Omit<RefundCode, 'code' | 'level' | 'waybill_no' | 'received_at' | 'inspected_at' | 'held' | 'hold'> {
  readonly code: number;
  readonly waybill_id: number | null;
  readonly received_at: Date;
  readonly inspected_at: Date | null;
}

interface Reading {
  readonly sql: Connection;
  readonly db: Kysely<Schema>;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/** The codes that came back, with the waybills that they had gone by, as far as the caller may see these. */
async function returnedCodes({ sql, db, rules }: Reading, id: number): Promise<RefundCode[]> {
  const rows = await sql<ReturnedRow[]>`
    select g.code, p.id as product_id, p.product_name, l.lot_no as lot, g.units, g.waybill_id, g.cause, g.result, g.result_reason,
      g.received_at, g.inspected_at
    from refund_goods g
    left join product p on p.id = g.product_id
    left join lot l on l.id = g.lot_id
    where g.refund_id = ${id}
    order by g.received_at desc, g.code limit 5000`;
  const codes = [...new Set(rows.map(({ code }) => code))].sort((a, b) => a - b);
  const [texts, records, waybills] = await Promise.all([
    rules.texts(sql, codes),
    readCodes(sql, codes),
    visibleNames(
      db,
      'waybill',
      rows.map(({ waybill_id }) => waybill_id),
    ),
  ]);
  const onHold = await goodsOnHold(sql, db, records, records.among(codes));
  return rows.map(({ code, waybill_id, received_at, inspected_at, ...row }) => ({
    ...row,
    waybill_no: waybills.get(waybill_id ?? 0) ?? null,
    code: texts.get(code) ?? '',
    level: records.of(code).level,
    ...onHold.of(records.of(code)),
    received_at: received_at.toISOString(),
    inspected_at: inspected_at?.toISOString() ?? null,
  }));
}
