import type { ShiftFigures } from '@suyuan/contract/plant/shift/shift-handover.ts';
import type { Connection } from '#platform/database/database.ts';
import { madeOf } from '#trace/figures/figures.ts';
import type { Measure } from '#trace/goods.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { figuresOf } from '../order/figures/figures.ts';

/** A shift: a team, the day on which it began, and the line; without one, all lines of the team. */
export interface ShiftOf {
  readonly team_id: number;
  readonly line_id: number | null;
  readonly day: string;
}

interface OrderRow {
  readonly id: number;
  readonly order_no: string;
  readonly product_id: number;
  readonly product_name: string;
  readonly lot: string | null;
  readonly lot_id: number | null;
  readonly quantity: number;
}

/** What is counted of a shift. */
const counted: readonly Measure[] = ['bound', 'packed', 'packages', 'label_scrapped', 'put_aside'];

/** What a shift did, and what it leaves open. */
export async function shiftFiguresOf(sql: Connection, shift: ShiftOf): Promise<ShiftFigures> {
  const rows = await countsOf(sql, shift);
  const orders = await ordersOf(sql, shift, [...new Set(rows.map(({ work_order_id }) => work_order_id))]);
  const ids = orders.map(({ id }) => id);
  const known = new Set(ids);
  const own = rows.filter(({ work_order_id }) => known.has(work_order_id));
  const sumOf = (measure: Measure, order?: number): number =>
    own
      .filter((row) => row.measure === measure && (order === undefined || row.work_order_id === order))
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const [made, whole, exceptions, holds, stops, times] = await Promise.all([
    madeOf(sql, ids),
    figuresOf(sql, ids),
    exceptionsOf(sql, ids),
    holdsOf(sql, orders),
    stopsOf(sql, shift),
    timesOf(sql, shift),
  ]);
  return {
    orders: orders.map(({ id, lot_id: _, ...order }) => ({
      ...order,
      work_order_id: id,
      made_in_all: made.get(id) ?? 0,
      made: sumOf('bound', id),
      packed: sumOf('packed', id),
      packages: sumOf('packages', id),
      rejected: sumOf('put_aside', id),
      scrapped: sumOf('label_scrapped', id),
      remainders: whole(id, 'remainders'),
    })),
    causes: causesIn(own),
    running_minutes: Math.round(times.running / 60),
    standing_minutes: Math.round((times.all - times.running) / 60),
    stops,
    exceptions,
    holds,
  };
}

interface CountRow {
  readonly work_order_id: number;
  readonly measure: Measure;
  readonly cause: string;
  readonly quantity: number;
}

const countsOf = (sql: Connection, { team_id, day }: ShiftOf): Promise<CountRow[]> =>
  sql<CountRow[]>`
    select work_order_id, measure, cause, safe_integer(sum(quantity)) as quantity
    from (
      select work_order_id, measure, cause, quantity from figure
      where shift_day = ${day}::date and team_id = ${team_id} and measure = any(${counted as Measure[]}::text[])
      union all
      select work_order_id, measure, cause, quantity from figure_delta
      where shift_day = ${day}::date and team_id = ${team_id} and measure = any(${counted as Measure[]}::text[])
    ) counted
    group by 1, 2, 3`;

/** The orders that a shift made something for, on its line, and those that run there. */
const ordersOf = (sql: Connection, { line_id }: ShiftOf, ids: readonly number[]): Promise<OrderRow[]> =>
  sql<OrderRow[]>`
    select o.id, o.order_no, o.product_id, p.product_name, o.lot, o.lot_id, o.quantity
    from work_order o join product p on p.id = o.product_id
    where (o.id = any(${ids as number[]}::bigint[]) and (${line_id}::bigint is null or o.line_id = ${line_id}))
      or (o.line_id = ${line_id} and o.status = 'running')
    order by o.started_at, o.id`;

function causesIn(rows: readonly CountRow[]): ShiftFigures['causes'] {
  const sums = new Map<string, number>();
  for (const { measure, cause, quantity } of rows)
    if (measure === 'put_aside') sums.set(cause, (sums.get(cause) ?? 0) + quantity);
  return [...sums]
    .filter(([, units]) => units > 0)
    .map(([cause, units]) => ({ cause, units }))
    .toSorted((one, other) => other.units - one.units || one.cause.localeCompare(other.cause));
}

const exceptionsOf = (sql: Connection, orders: readonly number[]) =>
  sql<{ kind: string; count: number }[]>`
    select kind, count(*)::int as count from exception
    where status = 'open' and work_order_id = any(${orders as number[]}::bigint[])
    group by 1 order by 2 desc, 1`.then((rows) => rows.map((row) => ({ ...row })));

async function holdsOf(sql: Connection, orders: readonly OrderRow[]): Promise<ShiftFigures['holds']> {
  if (orders.length === 0) return [];
  const lots = orders.flatMap(({ lot_id }) => lot_id ?? []);
  const [ofLots, ofCodes] = await Promise.all([
    sql<{ hold_no: string; lot: string }[]>`
      select distinct q.hold_no, l.lot_no as lot
      from hold h
      join quality_hold q on q.id = h.quality_hold_id
      join lot l on l.id = h.lot_id
      where h.released_at is null and h.lot_id = any(${lots}::bigint[])
      order by 1, 2`,
    sql<{ hold_no: string; code: number }[]>`
      select q.hold_no, h.code from hold h join quality_hold q on q.id = h.quality_hold_id
      where h.released_at is null and h.code is not null and not h.exempts
        -- What is on hold is packed by no order, so these holds came later than the order.
        and h.held_at >= (select min(created_at) from work_order where id = any(${orders.map(({ id }) => id)}::bigint[]))
      order by h.id`,
  ]);
  const records = ofCodes.length > 0 ? await readCodes(sql, new Set(ofCodes.map(({ code }) => code))) : undefined;
  const lotOf = new Map(orders.map(({ id, lot }) => [id, lot ?? '—']));
  const held = ofCodes.flatMap(({ hold_no, code }) => {
    const lot = lotOf.get(records?.get(code)?.workOrderId ?? 0);
    return lot === undefined ? [] : { hold_no, lot };
  });
  const byHold = Map.groupBy(held, ({ hold_no, lot }) => `${hold_no} ${lot}`);
  const ofOrders = [...byHold.values()].flatMap((some) => (some[0] ? { ...some[0], codes: some.length } : []));
  return [...ofLots.map((row) => ({ ...row })), ...ofOrders].toSorted((a, b) => a.hold_no.localeCompare(b.hold_no));
}

/** Seconds of the shift in which there was an order to make, and those in which its lines ran: as stops and OEE count them. */
async function timesOf(sql: Connection, { team_id, line_id, day }: ShiftOf): Promise<{ running: number; all: number }> {
  const [row] = await sql<{ running: number; all: number }[]>`
    select coalesce(sum(running_seconds), 0)::float8 as running,
      coalesce(sum(extract(epoch from ends_at - begins_at)), 0)::float8 as "all"
    from line_period
    where shift_day = ${day}::date and team_id = ${team_id} and (${line_id}::bigint is null or line_id = ${line_id})`;
  return { running: row?.running ?? 0, all: row?.all ?? 0 };
}

/** The stops of a shift by their reasons; those of one that nobody has given yet are together. */
const stopsOf = (sql: Connection, { team_id, line_id, day }: ShiftOf) =>
  sql<{ reason: string; times: number; minutes: number }[]>`
    select coalesce(r.reason_name, '') as reason, count(*)::int as times,
      round(sum(extract(epoch from s.ends_at - s.begins_at)) / 60)::int as minutes
    from line_stop s left join stop_reason r on r.id = s.reason_id
    where s.shift_day = ${day}::date and s.team_id = ${team_id} and s.void_at is null
      and (${line_id}::bigint is null or s.line_id = ${line_id})
    group by 1 order by 3 desc, 1`.then((rows) => rows.map((row) => ({ ...row })));
