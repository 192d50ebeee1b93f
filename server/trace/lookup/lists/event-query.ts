import type { Amendment } from '@suyuan/contract/trace/event-list.ts';
import { type EventType, eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Kysely } from 'kysely';
import { ksql, type Schema } from '#platform/database/schema.ts';
import type { Query } from '#platform/lists/declared-list.ts';
import { containing } from '#platform/lists/list.ts';

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
