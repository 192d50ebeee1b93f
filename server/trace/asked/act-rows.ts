import type { ActRow } from '../../../contract/trace/act-row.ts';
import { actOf } from '../../../contract/trace/acts.ts';
import type { RuleBook } from '../../identity/rule-book.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { Fragment } from '../../platform/database/driver/sql.ts';
import { among } from '../../platform/database/statements/among.ts';

interface EventRow extends Omit<ActRow, 'act' | 'event_time' | 'recorded_at' | 'codes'> {
  readonly act: number;
  readonly event_time: Date;
  readonly recorded_at: Date;
  readonly codes: readonly number[];
}

/**
 * The latest acts, last recorded first. `where` is a condition on the act `e`, its work order `o` and its waybill `w`.
 * Codes of a file share an act, which may be declared wrong for some of them only. `events` are the acts of the one code that is
 * asked about: an act counts as corrected only if the correcting act is among them.
 */
export async function actRows(
  sql: Connection,
  rules: Pick<RuleBook, 'texts'>,
  where: Fragment,
  { size, events }: { readonly size: number; readonly events?: readonly number[] },
): Promise<ActRow[]> {
  const rows = await sql<EventRow[]>`
    select e.id, e.act, e.event_time, e.recorded_at, e.reason, e.work_order_id, o.order_no,
      e.waybill_id, w.waybill_no, e.product_id, p.product_name, l.lot_no as lot, e.account_id,
      coalesce(a.name, k.name) as by, e.corrects, e.error_reason, e.codes, e.code_count,
      exists (select from trace_event c where c.corrects = e.id and ${events ? sql`c.id ${among(sql, events)}` : sql`true`}) as corrected
    from trace_event e
    left join work_order o on o.id = e.work_order_id
    left join waybill w on w.id = e.waybill_id
    left join product p on p.id = e.product_id
    left join lot l on l.id = e.lot_id
    left join account a on a.id = e.account_id
    left join device_key k on k.id = e.device_key_id
    where ${where}
    order by e.recorded_at desc, e.id desc limit ${size}`;
  const texts = await rules.texts(sql, [...new Set(rows.flatMap(({ codes }) => codes))]);
  return rows.map(({ act, event_time, recorded_at, codes, ...row }) => ({
    ...row,
    act: actOf(act),
    event_time: event_time.toISOString(),
    recorded_at: recorded_at.toISOString(),
    codes: codes.map((code) => texts.get(code) ?? ''),
  }));
}
