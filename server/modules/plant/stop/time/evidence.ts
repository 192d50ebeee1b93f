import { day as msOfDay } from '@suyuan/contract/durations.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Calendar } from '#trace/figures/figure-deltas.ts';
import { machinesOf, timeOf, wholeSecond } from '../../line/line-clock.ts';
import { silentMs } from '../../line/silent.ts';
import type { Evidence, Run, Told } from './line-time.ts';
import type { Span } from './spans.ts';

/** What is known of a line since a moment, and until when. */
export interface KnownTime {
  readonly evidence: Evidence;
  readonly until: number;
  /** The nominal speed of the line, in units a minute. */
  readonly speed: number | null;
}

/** A line that told states within this time before an order began tells states; another one is known by its events. */
const tellsWithin = msOfDay;

/** Reads what is known of a line since a moment; undefined if no order ran on it since. */
export async function knownSince(
  sql: Connection,
  calendar: Calendar,
  lineId: number,
  { from, now }: { readonly from: number; readonly now: number },
): Promise<KnownTime | undefined> {
  const runs = await runsSince(sql, lineId, from, now);
  if (runs.length === 0) return undefined;
  const orderIds = [...new Set(runs.map(({ orderId }) => orderId))];
  const [told, acts, machines, [line], shifts, before] = await Promise.all([
    toldSince(sql, lineId, from),
    actsSince(sql, orderIds, from),
    machinesOf(sql, lineId),
    sql<{ told_until: Date | null; nominal_speed: number | null }[]>`
      select w.told_until, l.nominal_speed from production_line l left join line_watch w on w.line_id = l.id
      where l.id = ${lineId}`,
    calendar.shifts(sql, orderIds),
    sql`select from line_stretch where line_id = ${lineId} and ends_at between ${new Date(from - tellsWithin)} and ${new Date(from)} limit 1`,
  ]);
  const toldUntil = line?.told_until?.getTime() ?? null;
  const telling = machines.filter(({ state }) => state !== null);
  const isHeard = telling.some(({ seen_at }) => seen_at.getTime() > now - 2 * silentMs);
  // What a machine told last holds for a minute, as it will be counted with its next heartbeat.
  const untold = toldUntil === null || isHeard ? [] : lastTold(toldUntil, now, telling);
  const until = isHeard && toldUntil !== null ? Math.min(now, Math.max(toldUntil, latestEnd(acts))) : now;
  return {
    evidence: {
      runs: runs
        .map((run) => ({ ...run, ends: Math.min(run.ends, until) }))
        .filter(({ begins, ends }) => begins < ends),
      told: [...told, ...untold],
      acts,
      tellsStates: told.length > 0 || before.length > 0,
      shifts,
      clock: calendar.clock,
    },
    until,
    speed: line?.nominal_speed ?? null,
  };
}

const latestEnd = (spans: readonly Span[]): number => spans.reduce((latest, { ends }) => Math.max(latest, ends), 0);

function lastTold(from: number, now: number, machines: Parameters<typeof timeOf>[2]): Told[] {
  const { ranUntil, stoodUntil, stood } = timeOf(from, now, machines);
  const spans: Told[] = [
    { condition: 'running', begins: from, ends: ranUntil, state: null, reason: null },
    { condition: 'standing', begins: ranUntil, ends: stoodUntil, ...stood },
  ];
  return spans.filter(({ begins, ends }) => begins < ends);
}

async function runsSince(sql: Connection, lineId: number, from: number, now: number): Promise<Run[]> {
  const rows = await sql<{ work_order_id: number; begins_at: Date; ends_at: Date | null }[]>`
    select work_order_id, begins_at, ends_at from order_run
    where line_id = ${lineId} and coalesce(ends_at, 'infinity') > ${new Date(from)} order by begins_at`;
  return rows
    .map(({ work_order_id, begins_at, ends_at }) => ({
      orderId: work_order_id,
      begins: Math.max(from, wholeSecond(begins_at.getTime())),
      ends: wholeSecond(ends_at?.getTime() ?? now),
    }))
    .filter(({ begins, ends }) => begins < ends);
}

async function toldSince(sql: Connection, lineId: number, from: number): Promise<Told[]> {
  const rows = await sql<
    { condition: Told['condition']; begins_at: Date; ends_at: Date; state: string | null; reason: string | null }[]
  >`
    select condition, begins_at, ends_at, state, reason from line_stretch
    where line_id = ${lineId} and ends_at > ${new Date(from)} order by begins_at`;
  return rows.map(({ condition, begins_at, ends_at, state, reason }) => ({
    ...{ condition, begins: begins_at.getTime(), ends: ends_at.getTime(), state, reason },
  }));
}

async function actsSince(sql: Connection, orderIds: readonly number[], from: number): Promise<Span[]> {
  const rows = await sql<{ begins_at: Date; ends_at: Date }[]>`
    select begins_at, ends_at from act_span
    where work_order_id = any(${orderIds as number[]}::bigint[]) and ends_at > ${new Date(from)}`;
  return rows.map(({ begins_at, ends_at }) => ({ begins: begins_at.getTime(), ends: ends_at.getTime() }));
}
