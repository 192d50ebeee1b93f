import type { OutputOf } from '../../../../contract/call/call.ts';
import { type RefundCode, refund, refundDetail } from '../../../../contract/physical/refund.ts';
import type { Connection } from '../../../platform/database/database.ts';
import { asTold } from '../../../platform/lists/declared-list.ts';
import { notFound } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { issueFactsOf } from '../../../trace/state/record/issue-facts.ts';
import { withGoods } from './refund-lines.ts';
import { refunds } from './refunds.serve.ts';

/** Serves one return with its lines, the people of its steps, and the returned codes. */
export default function serveRefundDetail({ routes, system }: Services, rooms: Rooms): void {
  routes.serve(refundDetail, async ({ id }, caller) => {
    const [row] = await withGoods(system.sql, await refunds(caller.db).where('refund.id', '=', id).execute());
    if (!row) throw notFound('refund');
    const [taken] = await system.sql<StepsRow[]>`
      select c.name as created_by, c.id as created_by_id, e.name as closed_by, e.id as closed_by_id
      from refund r join account c on c.id = r.created_by left join account e on e.id = r.closed_by
      where r.id = ${id}`;
    if (!taken) throw notFound('refund');
    return {
      ...asTold(refund, row),
      ...taken,
      closed_at: row.closed_at?.toISOString() ?? null,
      codes: await returnedCodes(system.sql, rooms, id),
    };
  });
}

type StepsRow = Pick<OutputOf<typeof refundDetail>, `${'created' | 'closed'}_by${'' | '_id'}`>;

interface ReturnedRow extends Omit<RefundCode, 'code' | 'level' | 'received_at' | 'inspected_at'> {
  readonly code: number;
  readonly received_at: Date;
  readonly inspected_at: Date | null;
}

async function returnedCodes(sql: Connection, rooms: Rooms, id: number): Promise<RefundCode[]> {
  const rows = await sql<ReturnedRow[]>`
    select g.code, p.product_name, l.lot_no as lot, g.units, b.waybill_no, g.cause, g.result, g.result_reason,
      g.received_at, g.inspected_at
    from refund_goods g
    left join product p on p.id = g.product_id
    left join lot l on l.id = g.lot_id
    left join waybill b on b.id = g.waybill_id
    where g.refund_id = ${id}
    order by g.received_at desc, g.code limit 5000`;
  const codes = [...new Set(rows.map(({ code }) => code))].sort((a, b) => a - b);
  const [texts, issued] = await Promise.all([rooms.rules.texts(sql, codes), issueFactsOf(sql, codes)]);
  return rows.map(({ code, received_at, inspected_at, ...row }) => ({
    ...row,
    code: texts.get(code) ?? '',
    level: issued.get(code)?.level ?? 0,
    received_at: received_at.toISOString(),
    inspected_at: inspected_at?.toISOString() ?? null,
  }));
}
