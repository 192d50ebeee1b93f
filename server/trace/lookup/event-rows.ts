import type { EventRow } from '@suyuan/contract/trace/event-row.ts';
import { eventTypeOf } from '@suyuan/contract/trace/events.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Fragment } from '#platform/database/driver/sql.ts';
import type { Schema } from '#platform/database/schema.ts';
import { among } from '#platform/database/statements/among.ts';
import { seenNames } from '../seen-names.ts';

type Named = 'order_no' | 'waybill_no' | 'by';

interface StoredEvent extends Omit<EventRow, Named | 'act' | 'event_time' | 'recorded_at' | 'codes'> {
  readonly act: number;
  readonly event_time: Date;
  readonly recorded_at: Date;
  readonly codes: readonly number[];
  readonly device_key_id: number | null;
}

interface Telling {
  readonly sql: Connection;
  /** The database of whoever is told, which shows no rows of others. */
  readonly db: Kysely<Schema>;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/**
 * The latest events, last recorded first. `where` is a condition on the event `e`. Codes of a file share an event, which may be
 * declared wrong for some of them only. `events` are the events of the one code that is asked about: an event counts as corrected
 * only if the correcting event is among them. Documents and people that the reader may not see are left out.
 */
export async function eventRows(
  { sql, db, rules }: Telling,
  where: Fragment,
  { size, events }: { readonly size: number; readonly events?: readonly number[] },
): Promise<EventRow[]> {
  const rows = await sql<StoredEvent[]>`
    select e.id, e.act, e.event_time, e.recorded_at, e.reason, e.work_order_id, e.waybill_id, e.product_id, p.product_name,
      l.lot_no as lot, e.account_id, e.device_key_id, e.corrects, e.error_reason, e.codes, e.code_count,
      exists (select from trace_event c where c.corrects = e.id and ${events ? sql`c.id ${among(sql, events)}` : sql`true`}) as corrected
    from trace_event e
    left join product p on p.id = e.product_id
    left join lot l on l.id = e.lot_id
    where ${where}
    order by e.recorded_at desc, e.id desc limit ${size}`;
  const [texts, orders, waybills, people, devices] = await Promise.all([
    rules.texts(sql, [...new Set(rows.flatMap(({ codes }) => codes))]),
    seenNames(
      db,
      'work_order',
      rows.map(({ work_order_id }) => work_order_id),
    ),
    seenNames(
      db,
      'waybill',
      rows.map(({ waybill_id }) => waybill_id),
    ),
    seenNames(
      db,
      'account',
      rows.map(({ account_id }) => account_id),
    ),
    seenNames(
      db,
      'device_key',
      rows.map(({ device_key_id }) => device_key_id),
    ),
  ]);
  return rows.map(({ act: eventType, event_time, recorded_at, codes, device_key_id, ...row }) => {
    const [order, waybill] = [orders.get(row.work_order_id ?? 0), waybills.get(row.waybill_id ?? 0)];
    const person = people.get(row.account_id ?? 0);
    const device = devices.get(device_key_id ?? 0) ?? null;
    return {
      ...row,
      work_order_id: order === undefined ? null : row.work_order_id,
      order_no: order ?? null,
      waybill_id: waybill === undefined ? null : row.waybill_id,
      waybill_no: waybill ?? null,
      account_id: person === undefined ? null : row.account_id,
      by: person ?? device,
      for_device: row.account_id === null ? null : device,
      act: eventTypeOf(eventType),
      event_time: event_time.toISOString(),
      recorded_at: recorded_at.toISOString(),
      codes: codes.map((code) => texts.get(code) ?? ''),
    };
  });
}
