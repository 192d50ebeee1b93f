import { type Amendment, type CodeOfEvent, codeRoles } from '@suyuan/contract/trace/event-list.ts';
import { codesTold } from '@suyuan/contract/trace/event-row.ts';
import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Kysely } from 'kysely';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Connection } from '#platform/database/database.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { Query } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';
import { roleNumbers } from '../state/ordered-sets.ts';

/** Which events a list is of. */
export interface EventsOfList {
  readonly act: EventType;
  readonly amendment?: Amendment;
}

/** A row of the query. Names of documents, people and places are null where the reader may not see those. */
export interface EventQueryRow {
  readonly id: number;
  readonly event_time: Date;
  readonly done_at: Date;
  readonly recorded_at: Date;
  readonly product_id: number | null;
  readonly lot_id: number | null;
  readonly place_id: number | null;
  readonly codes: readonly number[];
  readonly code_count: number;
  readonly reason: string | null;
  readonly account_id: number | null;
  readonly person: string | null;
  readonly device: string | null;
  readonly waybill_id: number | null;
}

/** The events of a list that `db` shows, with the names of what they are about. */
export const eventsOf = (db: Kysely<Schema>, { act: eventType, amendment }: EventsOfList): Query<EventQueryRow> =>
  db
    .selectFrom('trace_event')
    .leftJoin('product as p', 'p.id', 'trace_event.product_id')
    .leftJoin('work_order as o', 'o.id', 'trace_event.work_order_id')
    .leftJoin('waybill as b', 'b.id', 'trace_event.waybill_id')
    .leftJoin('refund as r', 'r.id', 'trace_event.refund_id')
    .leftJoin('warehouse as from_w', 'from_w.id', 'b.from_warehouse_id')
    .leftJoin('warehouse as to_w', 'to_w.id', 'r.warehouse_id')
    .leftJoin('dealer as bought', 'bought.id', 'b.to_dealer_id')
    .leftJoin('dealer as returned', 'returned.id', 'r.dealer_id')
    .leftJoin('account as a', 'a.id', 'trace_event.account_id')
    .leftJoin('device_key as k', 'k.id', 'trace_event.device_key_id')
    .where('trace_event.act', '=', eventTypes[eventType].no)
    .$if(amendment !== undefined, (rows) => rows.where('trace_event.amendment', '=', amendment as Amendment))
    .select([
      'trace_event.id',
      'trace_event.event_time',
      'trace_event.event_time as done_at',
      'trace_event.recorded_at',
      'trace_event.product_id',
      'trace_event.lot_id',
      'trace_event.place_id',
      'trace_event.codes',
      'trace_event.code_count',
      'trace_event.reason',
      'p.product_name',
      'o.id as work_order_id',
      'o.order_no as work_order_no',
      'b.id as waybill_id',
      'b.waybill_no',
      'r.id as refund_id',
      'r.refund_no',
      'from_w.id as from_warehouse_id',
      'from_w.warehouse_name as from_warehouse_name',
      'to_w.id as warehouse_id',
      'to_w.warehouse_name',
      ksql<number | null>`coalesce(bought.id, returned.id)`.as('dealer_id'),
      ksql<string | null>`coalesce(bought.dealer_name, returned.dealer_name)`.as('dealer_name'),
      'a.id as account_id',
      'a.name as person',
      'k.name as device',
    ]) as Query<EventQueryRow>;

/** Filters by columns of what events are about. */
export const narrowEvents = {
  from_warehouse_id: (rows: Query, id: unknown) => rows.where('b.from_warehouse_id', '=', id),
  warehouse_id: (rows: Query, id: unknown) => rows.where('r.warehouse_id', '=', id),
  dealer_id: (rows: Query, id: unknown) =>
    rows.where((eb) => eb.or([eb('b.to_dealer_id', '=', id), eb('r.dealer_id', '=', id)])),
  keyword: (rows: Query, keyword: unknown) => {
    const pattern = containing(`${keyword}`);
    const columns = ['trace_event.reason', 'b.waybill_no', 'r.refund_no', 'o.order_no', 'p.product_name', 'a.name'];
    return rows.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', pattern))));
  },
} as const;

interface Reading {
  readonly sql: Connection;
  readonly rules: Pick<RuleBook, 'texts'>;
}

/** What identifies events that belong together: those of one exchange are written with the same time and waybill. */
interface TraceEvent {
  readonly id: number;
  readonly event_time: Date;
  readonly waybill_id: number | null;
  readonly product_id: number | null;
}

const exchange: Amendment = 'exchange';

/** The units of the codes that each event is about. */
export async function unitsOf(sql: Connection, events: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ event_id: number; units: number }[]>`
    select event_id, safe_integer(sum(units)) as units from event_code
    where event_id = any(${events as number[]}::bigint[]) and naming = ${roleNumbers.item} group by event_id`;
  return new Map(rows.map(({ event_id, units }) => [event_id, units]));
}

/** The first codes that took the place of those of each event: by an exchange on its waybill, or by a replacement. */
export async function successorsOf(
  { sql }: Reading,
  rows: readonly TraceEvent[],
  by: 'exchange' | 'replace',
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (rows.length === 0) return new Map();
  if (by === 'replace') {
    const codeRows = await sql<{ event_id: number; code: number }[]>`
      select event_id, code from event_code
      where event_id = any(${rows.map(({ id }) => id)}::bigint[]) and naming = ${roleNumbers.successor}`;
    return new Map(codeRows.map(({ event_id, code }) => [event_id, [code]]));
  }
  const events = await sql<(TraceEvent & { codes: readonly number[] })[]>`
    select id, event_time, waybill_id, product_id, codes from trace_event
    where amendment = ${exchange} and act = ${eventTypes.ship.no}
      and waybill_id = any(${rows.flatMap(({ waybill_id }) => waybill_id ?? [])}::bigint[])
      and event_time = any(${rows.map(({ event_time }) => event_time.toISOString())}::timestamptz[])
    order by id`;
  const together = Map.groupBy(events, keyOf);
  return new Map(
    rows.map((row) => {
      const codes = (together.get(keyOf(row)) ?? []).flatMap((one) => one.codes);
      return [row.id, codes.slice(0, codesTold)];
    }),
  );
}

const keyOf = ({ event_time, waybill_id, product_id }: TraceEvent): string =>
  `${event_time.toISOString()} ${waybill_id} ${product_id}`;

/** A page of the codes of an event and, of an exchange, of those that took their place. */
export async function codesOfEvent(
  { sql, rules }: Reading,
  id: number,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: CodeOfEvent[]; total: number }> {
  const together = await sql<{ id: number }[]>`
    select s.id from trace_event e join trace_event s
      on s.amendment = e.amendment and s.act = ${eventTypes.ship.no} and s.waybill_id = e.waybill_id
        and s.event_time = e.event_time and s.product_id = e.product_id
    where e.id = ${id} and e.amendment = ${exchange}`;
  const events = [id, ...together.map((one) => one.id)];
  const [codeRows, [all]] = await Promise.all([
    sql<{ code: number; event_id: number; naming: number; units: number }[]>`
      select code, event_id, naming, units from event_code where event_id = any(${events}::bigint[])
      order by event_id <> ${id}, naming, code limit ${size} offset ${(page - 1) * size}`,
    sql<{ total: number }[]>`
      select safe_integer(count(*)) as total from event_code where event_id = any(${events}::bigint[])`,
  ]);
  const texts = await rules.texts(
    sql,
    codeRows.map(({ code }) => code),
  );
  return {
    rows: codeRows.map(({ code, event_id, naming: role, units }) => ({
      code: texts.get(code) ?? '',
      naming: event_id === id ? roleOf(role) : 'successor',
      units,
    })),
    total: all?.total ?? 0,
  };
}

const roleOf = (no: number): CodeOfEvent['naming'] => codeRoles.find((role) => roleNumbers[role] === no) ?? 'item';
