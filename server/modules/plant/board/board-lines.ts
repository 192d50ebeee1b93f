import { hour } from '@suyuan/contract/durations.ts';
import type { BoardAlarm, BoardLine, BoardStop } from '@suyuan/contract/plant/line/line-board.ts';
import type { Kysely } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Locale } from '#platform/language.ts';
import { refusalsInWords } from '#trace/exceptions/exception-detail.ts';
import type { StoredRefusal } from '#trace/exceptions/exception-kind.ts';
import { madeOf } from '#trace/figures/figures.ts';
import { lastCounts, ratesOf } from './line-minutes.ts';
import { conditionOf, isHeard, latest, queueOf, type WatchedDevice, watchedLines } from './watched-lines.ts';

/** The lines that the caller may see, in the order of their factories; disabled ones have no board. */
export const linesToShow = (db: Kysely<Schema>, only?: number) =>
  db
    .selectFrom('production_line as l')
    .innerJoin('workshop as w', 'w.id', 'l.workshop_id')
    .innerJoin('factory as f', 'f.id', 'w.factory_id')
    .select(['l.id', 'l.line_code', 'l.line_name', 'l.nominal_speed', 'w.workshop_name', 'f.factory_name'])
    .where('l.status', '=', 'enabled')
    .$if(only !== undefined, (lines) => lines.where('l.id', '=', only as number))
    .orderBy('f.id')
    .orderBy('l.line_code')
    .limit(maxLines)
    .execute();

/** A board shows no more lines than people can look at. */
const maxLines = 200;

interface Reading {
  readonly sql: Connection;
  /** What the caller may see. */
  readonly db: Kysely<Schema>;
  readonly locale: Locale;
}

/** What each line does now. */
export async function boardLines(
  { sql, db, locale }: Reading,
  lines: Awaited<ReturnType<typeof linesToShow>>,
): Promise<BoardLine[]> {
  const ids = lines.map(({ id }) => id);
  if (ids.length === 0) return [];
  const watched = new Map((await watchedLines(sql, ids)).map((line) => [line.id, line]));
  const orderIds = [...watched.values()].flatMap(({ order }) => order?.id ?? []);
  const [orders, counts, refusals, alarms, stops] = await Promise.all([
    ordersOf(sql, orderIds),
    lastCounts(sql, ids),
    refusalsOf(sql, ids),
    alarmsOf(sql, ids),
    stopsOf(sql, ids),
  ]);
  const running = [...watched.values()].flatMap(({ id, order }) => {
    const facts = order && orders.get(order.id);
    return facts ? [[id, facts] as const] : [];
  });
  const rates = await ratesOf(sql, new Map(running));
  return Promise.all(
    lines.map(async ({ id, ...line }): Promise<BoardLine> => {
      const now = watched.get(id);
      const devices = now?.devices ?? [];
      const order = now?.order && orders.get(now.order.id);
      return {
        ...line,
        line_id: id,
        condition: now ? conditionOf(now) : 'none',
        seen_at: latest(devices.map(({ seen_at }) => seen_at))?.toISOString() ?? null,
        silent_devices: silentOf(devices),
        order: order ? { ...order, started_at: order.started_at?.toISOString() ?? null } : null,
        others: now?.others ?? 0,
        rate: rates.get(id) ?? null,
        queue: queueOf(devices.filter(isHeard)),
        ...(counts.get(id) ?? { taken: 0, refused: 0 }),
        refusals: await inWords(db, locale, refusals.get(id) ?? []),
        alarms: alarms.get(id) ?? [],
        stops: stops.get(id) ?? [],
      };
    }),
  );
}

const silentOf = (devices: readonly WatchedDevice[]): BoardLine['silent_devices'] =>
  devices
    .filter((device) => !isHeard(device))
    .toSorted((a, b) => a.seen_at.getTime() - b.seen_at.getTime())
    .map(({ name, seen_at }) => ({ name, seen_at: seen_at.toISOString() }));

interface OrderFacts {
  readonly id: number;
  readonly order_no: string;
  readonly product_id: number;
  readonly product_name: string;
  readonly lot: string | null;
  readonly team_name: string | null;
  readonly planned: number;
  readonly started_at: Date | null;
  readonly made: number;
  readonly rejected: number;
}

async function ordersOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, OrderFacts>> {
  const all = ids as number[];
  const [rows, made, rejected] = await Promise.all([
    sql<Omit<OrderFacts, 'made' | 'rejected'>[]>`
      select o.id, o.order_no, o.product_id, p.product_name, o.lot, t.team_name, o.quantity as planned, o.started_at
      from work_order o join product p on p.id = o.product_id left join team t on t.id = o.team_id
      where o.id = any(${all}::bigint[])`,
    madeOf(sql, ids),
    sql<{ id: number; rejected: number }[]>`
      select work_order_id as id, safe_integer(sum(quantity)) as rejected from (
        select work_order_id, quantity from figure
        where work_order_id = any(${all}::bigint[]) and measure in ('rejected', 'destroyed')
        union all
        select work_order_id, quantity from figure_delta
        where work_order_id = any(${all}::bigint[]) and measure in ('rejected', 'destroyed')
      ) counted group by 1`,
  ]);
  const rejects = new Map(rejected.map((row) => [row.id, row.rejected]));
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, made: made.get(row.id) ?? 0, rejected: Math.max(0, rejects.get(row.id) ?? 0) },
    ]),
  );
}

interface MinuteRefusals {
  readonly line_id: number;
  readonly minute: Date;
  readonly refusals: readonly StoredRefusal[];
}

/** How many refusals a board has room for. */
const maxRefusals = 5;

async function refusalsOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, MinuteRefusals[]>> {
  const rows = await sql<MinuteRefusals[]>`
    select line_id, minute, refusals from line_minute
    where line_id = any(${ids as number[]}::bigint[]) and refused > 0 and minute >= now() - interval '1 hour'
    order by minute desc`;
  return Map.groupBy(rows, ({ line_id }) => line_id);
}

async function inWords(db: Kysely<Schema>, locale: Locale, minutes: readonly MinuteRefusals[]) {
  const last = minutes
    .flatMap(({ minute, refusals }) => refusals.toReversed().map((one) => ({ at: minute.toISOString(), one })))
    .slice(0, maxRefusals);
  const words = await refusalsInWords(
    db,
    last.map(({ one }) => one),
    locale,
  );
  return last.map(({ at, one }, nth) => ({ at, code: one.code, message: words[nth]?.message ?? '' }));
}

async function alarmsOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, BoardAlarm[]>> {
  type Row = Omit<BoardAlarm, 'raised_at' | 'acknowledged_at'> & {
    readonly line_id: number;
    readonly raised_at: Date;
    readonly acknowledged_at: Date | null;
  };
  const rows = await sql<Row[]>`
    select line_id, id, kind, value, limit_value, raised_at, acknowledged_at from line_alarm
    where line_id = any(${ids as number[]}::bigint[]) and cleared_at is null order by raised_at`;
  const told = rows.map(({ raised_at, acknowledged_at, ...row }) => ({
    ...row,
    raised_at: raised_at.toISOString(),
    acknowledged_at: acknowledged_at?.toISOString() ?? null,
  }));
  return grouped(told);
}

/** How many stops without a reason a board offers. */
const maxStops = 5;

async function stopsOf(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, BoardStop[]>> {
  type Row = Omit<BoardStop, 'begins_at'> & { readonly line_id: number; readonly begins_at: Date };
  const since = new Date(Date.now() - 24 * hour);
  const rows = await sql<Row[]>`
    select line_id, id, begins_at, seconds, goes_on, state, device_reason, reason_id, reason_name, loss
    from (
      select s.line_id, s.id, s.begins_at, extract(epoch from s.ends_at - s.begins_at)::bigint as seconds, s.goes_on, s.state,
        s.device_reason, s.reason_id, r.reason_name, r.loss,
        row_number() over (partition by s.line_id order by s.begins_at desc) as nth
      from line_stop s left join stop_reason r on r.id = s.reason_id
      where s.line_id = any(${ids as number[]}::bigint[]) and s.void_at is null
        and (s.goes_on or s.reason_id is null and s.begins_at > ${since})
    ) open
    where nth <= ${maxStops}
    order by line_id, begins_at desc`;
  return grouped(rows.map(({ begins_at, ...row }) => ({ ...row, begins_at: begins_at.toISOString() })));
}

/** Rows by line, without the line in each. */
function grouped<Row extends { readonly line_id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, Omit<Row, 'line_id'>[]> {
  const byLine = new Map<number, Omit<Row, 'line_id'>[]>();
  for (const { line_id, ...row } of rows) byLine.getOrInsertComputed(line_id, () => []).push(row);
  return byLine;
}
