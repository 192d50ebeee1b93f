import { producingStates } from '@suyuan/contract/plant/device/device.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Calendar, LineTime, StandingAs } from '#trace/figures/figure-deltas.ts';
import { recordLineTime } from '#trace/figures/figure-deltas.ts';
import { silentMs } from './silent.ts';

/** The time of a line, which its heartbeats account for, up to a moment. */
export interface LineWatch {
  /** Up to when it was accounted for before; whole seconds, in epoch milliseconds. */
  readonly from: number;
  readonly now: number;
  /** The moment itself, not rounded. */
  readonly heardAt: number;
  readonly workOrderId: number | null;
  /** The nominal speed of the line, in units a minute. */
  readonly speed: number | null;
}

/** The time up to which a line is accounted for. Locks its row, so that heartbeats of one line are taken one after the other. */
export async function watchOf(sql: Connection, lineId: number): Promise<LineWatch> {
  await sql`
    insert into line_watch (line_id, told_until) values (${lineId}, date_trunc('second', now()))
    on conflict (line_id) do nothing`;
  const [watch] = await sql<{ told_until: Date; work_order_id: number | null; nominal_speed: number | null }[]>`
    select w.told_until, w.work_order_id, l.nominal_speed
    from line_watch w left join production_line l on l.id = w.line_id
    where w.line_id = ${lineId} for update of w`;
  const [clock] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const [from, heardAt] = [watch?.told_until as Date, clock?.now as Date].map((moment) => moment.getTime());
  // Figures count whole seconds.
  return {
    from: from as number,
    now: wholeSecond(heardAt as number),
    heardAt: heardAt as number,
    workOrderId: watch?.work_order_id ?? null,
    speed: watch?.nominal_speed ?? null,
  };
}

export const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

/** Accounts for the time up to now, with the states of the machines as they were told last and what was read meanwhile. */
export async function accountFor(
  sql: Connection,
  calendar: Calendar,
  lineId: number,
  watch: LineWatch,
  read: { readonly reads: number; readonly goodReads: number },
): Promise<void> {
  const [machines, order] = await Promise.all([machinesOf(sql, lineId), orderOn(sql, lineId, watch.workOrderId)]);
  if (order)
    await recordLineTime(sql, calendar, { lineId, order, ...timeOf(watch.from, watch.now, machines), ...read });
  await sql`
    update line_watch set told_until = greatest(told_until, ${new Date(watch.now)}), work_order_id = (
      select id from work_order where line_id = ${lineId} and status = 'running'
      order by started_at desc nulls last, id desc limit 1)
    where line_id = ${lineId}`;
}

export interface Machine {
  /** Null if it does not tell any. */
  readonly state: string | null;
  readonly reason: string | null;
  readonly seen_at: Date;
}

/** The last state of each device of a line. */
export const machinesOf = (sql: Connection, lineId: number) => sql<Machine[]>`
  select h.state, h.reason, h.seen_at
  from device_heartbeat h join device_key k on k.id = h.device_key_id where k.line_id = ${lineId}`;

export const isProducing = ({ state }: Pick<Machine, 'state'>): boolean =>
  state !== null && producingStates.includes(state);

/** The work order that ran at the last heartbeat of the line; without one, the running one that was started last. */
async function orderOn(sql: Connection, lineId: number, last: number | null): Promise<LineTime['order'] | undefined> {
  const [order] = await sql<{ id: number; product_id: number; lot_id: number | null }[]>`
    select id, product_id, lot_id from work_order
    where ${last === null ? sql`line_id = ${lineId} and status = 'running'` : sql`id = ${last}`}
    order by started_at desc nulls last, id desc limit 1`;
  return order && { id: order.id, productId: order.product_id, lotId: order.lot_id };
}

/**
 * Until when a line ran since `from` (a machine executed), and until when it stood after that (machines told states, none of which is
 * that). A silent machine counts as neither, nor does one that knows no states.
 */
export function timeOf(from: number, now: number, all: readonly Machine[]) {
  const machines = all.filter(({ state }) => state !== null);
  const until = (heardOf: readonly Machine[]): number =>
    heardOf.reduce((latest, { seen_at }) => Math.max(latest, knownUntil(seen_at, now)), from);
  const ranUntil = until(machines.filter(isProducing));
  return { from, ranUntil, stoodUntil: Math.max(ranUntil, until(machines)), stood: standingAs(machines) };
}

const knownUntil = (seenAt: Date, now: number): number => Math.min(now, wholeSecond(seenAt.getTime() + silentMs));

/** How the machine stood that was heard of last; the reason is that of any. */
function standingAs(machines: readonly Machine[]): StandingAs {
  const standing = machines
    .filter((machine) => !isProducing(machine))
    .sort((a, b) => b.seen_at.getTime() - a.seen_at.getTime());
  return { state: standing[0]?.state ?? null, reason: standing.find(({ reason }) => reason !== null)?.reason ?? null };
}
