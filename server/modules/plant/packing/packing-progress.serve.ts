import { hour, minute } from '@suyuan/contract/durations.ts';
import { packingProgress } from '@suyuan/contract/plant/packing/packing-progress.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { clockIn, minuteOf, minutesOnDuty } from '#trace/figures/shift.ts';
import { roleNumbers } from '#trace/state/ordered-sets.ts';
import { visibleNames } from '#trace/visible-names.ts';
import { figuresOf } from '../order/figures/figures.ts';

/** Serves what a packing desk shows of the whole work order, and of those who pack for it. */
export default function servePackingProgress(services: Services, { rules }: SharedServices): void {
  const { routes, system, timeZone } = services;
  const { sql } = system.codes;

  routes.serve(packingProgress, async ({ work_order_id }, caller) => {
    const { quantity, shift_start, shift_end } = await orderOf(caller, work_order_id);
    const now = Date.now();
    const since = shift_start && shift_end ? begunAt({ shift_start, shift_end }, now, timeZone()) : now - longest;
    const [figure, packings] = await Promise.all([
      figuresOf(sql, [work_order_id]),
      packingsOf(sql, work_order_id, Math.min(since, now - hour)),
    ]);
    const levels = packings.map(({ parent }) => rules.levelOf(parent));
    const lowest = Math.min(...levels);
    const all = packings.map((one, at) => ({ ...one, isOuter: (levels[at] as number) > lowest }));
    const unitsOf = (some: typeof all) => some.reduce((sum, one) => sum + (one.isOuter ? 0 : one.units), 0);
    const people = await visibleNames(
      caller.db,
      'account',
      all.map(({ account_id }) => account_id),
    );
    const inShift = all.filter(({ at }) => at >= since);
    return {
      quantity,
      packed: figure(work_order_id, 'packed'),
      in_hour: unitsOf(all.filter(({ at }) => at > now - hour)),
      since: new Date(since).toISOString(),
      packers: [...Map.groupBy(inShift, ({ account_id }) => account_id)]
        .map(([account_id, own]) => ({
          account_id: people.has(account_id) ? account_id : null,
          name: people.get(account_id) ?? null,
          units: unitsOf(own),
          packages: own.filter(({ isOuter }) => !isOuter).length,
          outer: own.filter(({ isOuter }) => isOuter).length,
          last_at: new Date(Math.max(...own.map(({ at }) => at))).toISOString(),
        }))
        .toSorted((one, other) => other.units - one.units || other.outer - one.outer),
    };
  });
}

/** How far back packings count for an order without a team. */
const longest = 12 * hour;
/** More packings than people at one order can do in a shift. */
const maxPackings = 5000;

/** A work order that the caller may see, with the hours of its team. */
async function orderOf({ db }: Pick<Caller<Account>, 'db'>, id: number) {
  const order = await db
    .selectFrom('work_order as o')
    .leftJoin('team as t', 't.id', 'o.team_id')
    .select(['o.quantity', 't.shift_start', 't.shift_end'])
    .where('o.id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('work_order');
  return order;
}

interface Hours {
  readonly shift_start: string;
  readonly shift_end: string;
}

/** When the shift on duty began; outside of its hours, the longest time ago that counts. */
function begunAt({ shift_start, shift_end }: Hours, now: number, timeZone: string): number {
  const hours = { start: minuteOf(shift_start), end: minuteOf(shift_end) };
  const since = minutesOnDuty(hours, clockIn(timeZone)(now).minute);
  return since === undefined ? now - longest : Math.floor(now / minute) * minute - since * minute;
}

interface Packing {
  readonly account_id: number;
  readonly parent: number;
  readonly at: number;
  readonly units: number;
}

/** What people packed for an order since a time, without what was undone. */
async function packingsOf(sql: Connection, order: number, since: number): Promise<Packing[]> {
  const events = await sql<{ id: number; account_id: number; parent: number; event_time: Date }[]>`
    select e.id, e.account_id, e.codes[1] as parent, e.event_time
    from trace_event e
    where e.work_order_id = ${order} and e.act = ${eventTypes.pack.no} and e.event_time >= ${new Date(since)}
      and e.account_id is not null and e.device_key_id is null and e.corrects is null and e.codes[1] is not null
      and not exists (select from trace_event c where c.corrects = e.id)
    order by e.id desc limit ${maxPackings}`;
  const units = await unitsBy(sql, [...new Set(events.map(({ parent }) => parent))]);
  return events.map(({ id, account_id, parent, event_time }) => ({
    account_id,
    parent,
    at: event_time.getTime(),
    units: units.get(id) ?? 0,
  }));
}

/** How many units each event about some packages has added: what the package held afterwards, less what it held before. */
async function unitsBy(sql: Connection, packages: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const about = [eventTypes.pack.no, eventTypes.unpack.no];
  const rows = await sql<{ code: number; event_id: number; units: number }[]>`
    select code, event_id, units from event_code
    where code = any(${packages as number[]}::bigint[]) and act = any(${about}::smallint[]) and naming <> ${roleNumbers.item}
    order by code, event_id`;
  const undone = new Set(
    (
      await sql<{ id: number }[]>`
        select corrects as id from trace_event where corrects = any(${rows.map(({ event_id }) => event_id)}::bigint[])`
    ).map(({ id }) => id),
  );
  const added = new Map<number, number>();
  let before: (typeof rows)[number] | undefined;
  for (const row of rows) {
    if (undone.has(row.event_id)) continue;
    const held = before?.code === row.code ? before.units : 0;
    added.set(row.event_id, Math.max(0, row.units - held));
    before = row;
  }
  return added;
}
