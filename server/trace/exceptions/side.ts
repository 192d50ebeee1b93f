import { type EventType, eventTypeOf } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';

/** One of the conflicting events, stored with the names that everything had at that time. */
export interface Side {
  readonly role: 'now' | 'before';
  readonly act: EventType;
  readonly at: string;
  readonly work_order_id: number | null;
  readonly order_no: string | null;
  readonly line: string | null;
  readonly device: string | null;
  readonly person: string | null;
  readonly file: string | null;
  readonly package: string | null;
  /** Who is named by `person` and `device`; left out by earlier versions. */
  readonly account_id?: number | null;
  readonly device_key_id?: number | null;
}

/** An earlier event, with who did it. */
export interface EventBefore extends Omit<Side, 'role' | 'package'> {
  readonly id: number;
  readonly account_id: number | null;
  readonly device_key_id: number | null;
  readonly job_id: string | null;
}

/** Reads what events were, when, where and by whom. */
export async function eventsBefore(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, EventBefore>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<(Omit<EventBefore, 'act' | 'at'> & { act: number; event_time: Date })[]>`
    select e.id, e.act, e.event_time, e.work_order_id, e.account_id, e.device_key_id, e.job_id, o.order_no,
      l.line_name as line, k.name as device, a.name as person, j.source_name as file
    from trace_event e
    left join work_order o on o.id = e.work_order_id
    left join device_key k on k.id = e.device_key_id
    left join production_line l on l.id = coalesce(k.line_id, o.line_id)
    left join account a on a.id = e.account_id
    left join job j on j.id = e.job_id
    where e.id = any(${ids as number[]}::bigint[])`;
  return new Map(
    rows.map(({ act: eventType, event_time, ...row }) => [
      row.id,
      { ...row, act: eventTypeOf(eventType), at: event_time.toISOString() },
    ]),
  );
}

/** Who reports an event, and for which work order. */
export interface Saying {
  readonly workOrderId: number | null;
  readonly deviceKeyId: number | null;
  readonly accountId: number | null;
}

/** Reads their names. */
export async function namesOf(
  sql: Connection,
  { workOrderId, deviceKeyId, accountId }: Saying,
): Promise<Pick<Side, 'order_no' | 'line' | 'device' | 'person'>> {
  const [names] = await sql<Pick<Side, 'order_no' | 'line' | 'device' | 'person'>[]>`
    select o.order_no, l.line_name as line, k.name as device, a.name as person
    from (select 1) as one
    left join work_order o on o.id = ${workOrderId}::bigint
    left join device_key k on k.id = ${deviceKeyId}::bigint
    left join production_line l on l.id = coalesce(k.line_id, o.line_id)
    left join account a on a.id = ${accountId}::bigint`;
  return names as NonNullable<typeof names>;
}
