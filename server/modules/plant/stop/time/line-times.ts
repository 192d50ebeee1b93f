import type { Connection } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { insertRows } from '#platform/database/statements/insert-rows.ts';
import { type Calendar, calendarOf } from '#trace/figures/figure-deltas.ts';
import type { WorkOrders } from '#trace/services.ts';
import { wholeSecond } from '../../line/line-clock.ts';
import { readActs } from './act-spans.ts';
import { knownSince } from './evidence.ts';
import { compareStops, type KeptStop } from './kept-stops.ts';
import { lineTimeOf, type Period, type Stop } from './line-time.ts';

interface Parts {
  readonly sql: Sql;
  readonly timeZone: () => string;
  readonly orders: Pick<WorkOrders, 'shifts'>;
}

/**
 * Derives the periods and stops of all lines from what came in since the last time. What comes in late has its shift derived anew, and
 * what people said of stops stays with them.
 */
export async function deriveLineTimes({ sql, timeZone, orders }: Parts, now = Date.now()): Promise<void> {
  await readActs(sql);
  const calendar = calendarOf(timeZone(), orders as WorkOrders);
  for (const lineId of await linesToDerive(sql))
    await sql.begin((transaction) => deriveLine(transaction, calendar, lineId, wholeSecond(now)));
}

/** Lines on which something was told late, or an order ran since they were derived. */
async function linesToDerive(sql: Sql): Promise<number[]> {
  const rows = await sql<{ line_id: number }[]>`
    select line_id from line_progress where dirty_from is not null
    union
    select r.line_id from order_run r left join line_progress p on p.line_id = r.line_id
    where r.ends_at is null or p.derived_until is null or r.ends_at > p.derived_until
    order by 1`;
  return rows.map(({ line_id }) => line_id);
}

async function deriveLine(sql: Connection, calendar: Calendar, lineId: number, now: number): Promise<void> {
  await sql`insert into line_progress (line_id) values (${lineId}) on conflict (line_id) do nothing`;
  const [progress] = await sql<{ derived_until: Date | null; dirty_from: Date | null }[]>`
    select derived_until, dirty_from from line_progress where line_id = ${lineId} for update`;
  const from = await beginOf(sql, lineId, [progress?.derived_until ?? null, progress?.dirty_from ?? null]);
  if (from === undefined) return;
  const known = await knownSince(sql, calendar, lineId, { from, now });
  const until = known?.until ?? now;
  const { periods, stops } = known ? lineTimeOf(known.evidence) : { periods: [], stops: [] };
  await keepPeriods(sql, { lineId, from, speed: known?.speed ?? null }, periods);
  await keepStops(sql, { lineId, from }, stops, await openRunsEnd(sql, lineId, until));
  await sql`
    update line_progress set derived_until = ${new Date(until)}, dirty_from = null where line_id = ${lineId}`;
}

/** The begin of the last period before what is to be derived: all of its shift is derived anew. */
async function beginOf(sql: Connection, lineId: number, since: readonly (Date | null)[]): Promise<number | undefined> {
  const moments = since.flatMap((at) => at?.getTime() ?? []);
  if (since[0] === null || moments.length === 0) {
    const [run] = await sql<{ begins_at: Date | null }[]>`
      select min(begins_at) as begins_at from order_run where line_id = ${lineId}`;
    return run?.begins_at ? wholeSecond(run.begins_at.getTime()) : undefined;
  }
  const at = Math.min(...moments);
  const [period] = await sql<{ begins_at: Date }[]>`
    select begins_at from line_period where line_id = ${lineId} and begins_at <= ${new Date(at)}
    order by begins_at desc limit 1`;
  return wholeSecond(period?.begins_at.getTime() ?? at);
}

interface Since {
  readonly lineId: number;
  readonly from: number;
}

async function keepPeriods(
  sql: Connection,
  { lineId, from, speed }: Since & { readonly speed: number | null },
  periods: readonly Period[],
): Promise<void> {
  // The speed at which a period was to be made stays, also when that of the line is changed.
  const before = await sql<{ begins_at: Date; nominal_speed: number | null }[]>`
    delete from line_period where line_id = ${lineId} and begins_at >= ${new Date(from)}
    returning begins_at, nominal_speed`;
  const speeds = new Map(before.map(({ begins_at, nominal_speed }) => [begins_at.getTime(), nominal_speed]));
  if (periods.length === 0) return;
  await insertRows(sql, 'line_period', periods, {
    line_id: ['bigint', () => lineId],
    begins_at: ['timestamptz', ({ begins }) => new Date(begins)],
    ends_at: ['timestamptz', ({ ends }) => new Date(ends)],
    work_order_id: ['bigint', ({ orderId }) => orderId],
    team_id: ['bigint', ({ teamId }) => teamId],
    shift_day: ['date', ({ day }) => day],
    running_seconds: ['bigint', ({ runningSeconds }) => runningSeconds],
    short_seconds: ['bigint', ({ shortSeconds }) => shortSeconds],
    nominal_speed: ['int', ({ begins }) => speeds.get(begins) ?? speed],
  });
}

/** Where a stop goes on if it lasts until then: the end of what is known, if an order runs. */
async function openRunsEnd(sql: Connection, lineId: number, until: number): Promise<number | undefined> {
  const open = await sql`select from order_run where line_id = ${lineId} and ends_at is null limit 1`;
  return open.length > 0 ? until : undefined;
}

interface StopRow extends KeptStop {
  readonly ends_at: Date;
  readonly begins_at: Date;
  readonly goes_on: boolean;
  readonly state: string | null;
  readonly source: string;
  readonly device_reason: string | null;
  readonly reason_id: number | null;
  readonly reason_from: string | null;
  readonly note: string | null;
  readonly given_by: number | null;
  readonly given_at: Date | null;
}

async function keepStops(
  sql: Connection,
  { lineId, from }: Since,
  stops: readonly Stop[],
  openEnd: number | undefined,
): Promise<void> {
  const rows = await sql<Omit<StopRow, 'begins' | 'ends'>[]>`
    select id, begins_at, ends_at, goes_on, state, source, device_reason, reason_id, reason_from, note, given_by, given_at
    from line_stop where line_id = ${lineId} and ends_at > ${new Date(from)} and void_at is null
    order by begins_at for update`;
  const kept = rows.map((row) => ({ ...row, begins: row.begins_at.getTime(), ends: row.ends_at.getTime() }));
  const { changed, fresh, gone } = compareStops(stops, kept);
  const told = await reasonsTold(sql, stops);
  const reasonOf = ({ reason }: Stop) => (reason === null ? null : (told.get(reason.toLowerCase()) ?? null));
  for (const { kept: row, stop } of changed) {
    const goesOn = stop.ends === openEnd;
    const reasonId = row.given_by !== null ? row.reason_id : reasonOf(stop);
    const isSame =
      row.begins === stop.begins && row.ends === stop.ends && row.goes_on === goesOn && row.source === stop.source;
    if (isSame && row.state === stop.state && row.device_reason === stop.reason && row.reason_id === reasonId) continue;
    await sql`
      update line_stop set begins_at = ${new Date(stop.begins)}, ends_at = ${new Date(stop.ends)}, goes_on = ${goesOn},
        work_order_id = ${stop.orderId}, team_id = ${stop.teamId}, shift_day = ${stop.day}, source = ${stop.source},
        state = ${stop.state}, device_reason = ${stop.reason}, reason_id = ${reasonId},
        reason_from = ${row.given_by !== null ? row.reason_from : deviceIf(reasonId)}
      where id = ${row.id}`;
  }
  if (fresh.length > 0)
    await insertRows(sql, 'line_stop', fresh, {
      line_id: ['bigint', () => lineId],
      work_order_id: ['bigint', ({ stop }) => stop.orderId],
      team_id: ['bigint', ({ stop }) => stop.teamId],
      shift_day: ['date', ({ stop }) => stop.day],
      begins_at: ['timestamptz', ({ stop }) => new Date(stop.begins)],
      ends_at: ['timestamptz', ({ stop }) => new Date(stop.ends)],
      goes_on: ['boolean', ({ stop }) => stop.ends === openEnd],
      source: ['text', ({ stop }) => stop.source],
      state: ['text', ({ stop }) => stop.state],
      device_reason: ['text', ({ stop }) => stop.reason],
      reason_id: ['bigint', ({ stop, like }) => (isOfPerson(like) ? like.reason_id : reasonOf(stop))],
      reason_from: ['text', ({ stop, like }) => (isOfPerson(like) ? like.reason_from : deviceIf(reasonOf(stop)))],
      note: ['text', ({ like }) => like?.note ?? null],
      given_by: ['bigint', ({ like }) => like?.given_by ?? null],
      given_at: ['timestamptz', ({ like }) => like?.given_at ?? null],
    });
  for (const row of gone) await takeAway(sql, row);
}

/** What a person said of a stop stays, also that it has no reason. */
const isOfPerson = <Row extends Pick<StopRow, 'given_by'>>(row: Row | undefined): row is Row => row?.given_by != null;

const deviceIf = (reasonId: number | null): 'device' | null => (reasonId === null ? null : 'device');

/** The reasons that devices gave, by code or name in lower case. */
async function reasonsTold(sql: Connection, stops: readonly Stop[]): Promise<ReadonlyMap<string, number>> {
  const words = [...new Set(stops.flatMap(({ reason }) => reason?.toLowerCase() ?? []))];
  if (words.length === 0) return new Map();
  const rows = await sql<{ id: number; code: string; name: string }[]>`
    select id, lower(reason_code) as code, lower(reason_name) as name from stop_reason
    where status = 'enabled' and (lower(reason_code) = any(${words}::text[]) or lower(reason_name) = any(${words}::text[]))`;
  return new Map([
    ...rows.map(({ id, name }) => [name, id] as const),
    ...rows.map(({ id, code }) => [code, id] as const),
  ]);
}

/** A stop that was none goes; one that a person said something of stays to be seen, and counts no more. */
async function takeAway(sql: Connection, row: Pick<StopRow, 'id' | 'given_by'>): Promise<void> {
  if (row.given_by !== null) await sql`update line_stop set void_at = now(), goes_on = false where id = ${row.id}`;
  else await sql`delete from line_stop where id = ${row.id}`;
}
