import type { PendingQuery, Row } from 'postgres';
import type { ActRow } from '../../../contract/trace/act-row.ts';
import { actOf } from '../../../contract/trace/acts.ts';
import type { RuleBook } from '../../identity/rule-book.ts';
import type { Connection } from '../../platform/database/database.ts';
import { among } from '../../platform/database/statements/among.ts';

interface EventRow extends Omit<ActRow, 'act' | 'event_time' | 'recorded_at' | 'codes' | 'code_count'> {
  readonly act: number;
  readonly event_time: Date;
  readonly recorded_at: Date;
}

/**
 * The latest acts, last recorded first. `where` is a condition on the act `e`, its work order `o` and its waybill `w`.
 * Codes of a file share an act, which may be declared wrong for some of them only. `events` are the acts of the one code that is
 * asked about: an act counts as corrected only if the correcting act is among them.
 */
export async function actRows(
  sql: Connection,
  rules: Pick<RuleBook, 'texts'>,
  where: PendingQuery<Row[]>,
  { size, events }: { readonly size: number; readonly events?: readonly number[] },
): Promise<ActRow[]> {
  const rows = await sql<EventRow[]>`
    select e.id, e.act, e.event_time, e.recorded_at, e.reason, e.work_order_id, o.order_no,
      e.waybill_id, w.waybill_no, e.product_id, p.product_name, l.lot_no as lot, e.account_id,
      coalesce(a.name, k.name) as by, e.corrects, e.error_reason,
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
  const codes = await codesOf(
    sql,
    rules,
    rows.map(({ id }) => id),
  );
  return rows.map(({ act, event_time, recorded_at, ...row }) => ({
    ...row,
    act: actOf(act),
    event_time: event_time.toISOString(),
    recorded_at: recorded_at.toISOString(),
    ...(codes.get(row.id) ?? { codes: [], code_count: 0 }),
  }));
}

/** How many codes are listed for one act, which may name thousands. */
const mostTold = 20;

/** The first codes that acts name, as they are printed, and how many each names. */
async function codesOf(
  sql: Connection,
  rules: Pick<RuleBook, 'texts'>,
  events: readonly number[],
): Promise<Map<number, Pick<ActRow, 'codes' | 'code_count'>>> {
  const told = await sql<{ event_id: number; code: number; code_count: number }[]>`
    select event_id, code, code_count
    from (
      select event_id, code, naming, row_number() over (partition by event_id order by naming desc, code) as nth,
        count(*) over (partition by event_id) as code_count
      from event_code where event_id = any(${events as number[]}::bigint[])
    ) named
    where nth <= ${mostTold} order by naming desc, code`;
  const texts = await rules.texts(sql, [...new Set(told.map(({ code }) => code))]);
  return new Map(
    [...Map.groupBy(told, ({ event_id }) => event_id)].map(([id, named]) => [
      id,
      { codes: named.map(({ code }) => texts.get(code) ?? ''), code_count: named[0]?.code_count ?? 0 },
    ]),
  );
}
