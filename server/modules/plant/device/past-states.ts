import type { InputOf } from '@suyuan/contract/call/call.ts';
import { day as msOfDay } from '@suyuan/contract/durations.ts';
import { type deviceStates, pastStateDays } from '@suyuan/contract/plant/device/device.ts';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { calendarOf, type LineTime, recordLineTime } from '#trace/figures/figure-deltas.ts';
import { shiftParts } from '#trace/figures/shift.ts';
import { accountFor, isProducing, watchOf, wholeSecond } from '../line/line-clock.ts';
import { markDirty } from '../stop/time/progress.ts';
import { remaining, type Span, within } from '../stop/time/spans.ts';

type PastState = InputOf<typeof deviceStates>['states'][number];

/**
 * Takes states of a machine that could not reach the server: the time that nobody accounted for is counted by them, for the work order
 * that ran then. Returns how many seconds that were.
 */
export async function takePastStates(
  { system, timeZone }: Services,
  { workOrders }: SharedServices,
  { lineId }: Device,
  states: readonly PastState[],
): Promise<number> {
  const problems = states.flatMap(misdated);
  if (problems.length > 0) throw badInput(...problems.slice(0, maxProblems));
  return system.devices.sql.begin(async (sql) => {
    const calendar = calendarOf(timeZone(), workOrders.get());
    const watch = await watchOf(sql, lineId);
    await accountFor(sql, calendar, lineId, watch, { reads: 0, goodReads: 0 });
    const past = { begins: watch.now - pastStateDays * msOfDay, ends: watch.now };
    const runs = await runsIn(sql, lineId, past);
    let seconds = 0;
    let first = Number.POSITIVE_INFINITY;
    for (const { state, from, until, reason } of states.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))) {
      const span = { begins: wholeSecond(Date.parse(from)), ends: wholeSecond(Date.parse(until)) };
      const [part] = within([span], past);
      if (!part) continue;
      for (const { order, ...run } of runs)
        for (const inRun of within([part], run))
          for (const free of remaining(inRun, await accountedIn(sql, lineId, inRun))) {
            const shifts = (await calendar.shifts(sql, [order.id])).get(order.id) ?? [];
            // Figures are counted in the shift in which a period begins.
            for (const { begins, ends } of shiftParts(shifts, calendar.clock, free)) {
              const ranUntil = isProducing({ state }) ? ends : begins;
              const stood = { state, reason: reason?.trim() || null };
              const time = { from: begins, ranUntil, stoodUntil: ends, reads: 0, goodReads: 0, stood };
              await recordLineTime(sql, calendar, { lineId, order, ...time });
            }
            seconds += (free.ends - free.begins) / 1000;
            first = Math.min(first, free.begins);
          }
    }
    if (seconds > 0) await markDirty(sql, lineId, first);
    return seconds;
  }) as Promise<number>;
}

const maxProblems = 20;

function misdated({ from, until }: PastState, at: number): Problem[] {
  if (Date.parse(from) >= Date.parse(until)) return [{ path: `states.${at}.until`, reason: 'range_reversed' }];
  // A clock may be a little ahead, as with events.
  return Date.parse(until) > Date.now() + clockMs ? [{ path: `states.${at}.until`, reason: 'time_in_future' }] : [];
}

const clockMs = 5 * 60_000;

type RunOfOrder = Span & { readonly order: LineTime['order'] };

/** When orders ran on a line; of several at once, the one that was started last. */
async function runsIn(sql: Connection, lineId: number, { begins, ends }: Span): Promise<RunOfOrder[]> {
  const rows = await sql<
    { id: number; product_id: number; lot_id: number | null; begins_at: Date; ends_at: Date | null }[]
  >`
    select o.id, o.product_id, o.lot_id, r.begins_at, r.ends_at
    from order_run r join work_order o on o.id = r.work_order_id
    where r.line_id = ${lineId} and r.begins_at < ${new Date(ends)} and coalesce(r.ends_at, now()) > ${new Date(begins)}
    order by r.begins_at desc, o.id desc`;
  const later: Span[] = [];
  return rows.flatMap(({ id, product_id, lot_id, begins_at, ends_at }) => {
    const run = { begins: wholeSecond(begins_at.getTime()), ends: wholeSecond(ends_at?.getTime() ?? ends) };
    const own = remaining(run, later);
    later.push(run);
    return own.map((span) => ({ ...span, order: { id, productId: product_id, lotId: lot_id } }));
  });
}

/** What is accounted for already. */
async function accountedIn(sql: Connection, lineId: number, { begins, ends }: Span): Promise<Span[]> {
  const rows = await sql<{ begins_at: Date; ends_at: Date }[]>`
    select begins_at, ends_at from line_stretch
    where line_id = ${lineId} and begins_at < ${new Date(ends)} and ends_at > ${new Date(begins)}`;
  return rows.map(({ begins_at, ends_at }) => ({ begins: begins_at.getTime(), ends: ends_at.getTime() }));
}
