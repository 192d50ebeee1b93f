import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { deviceHeartbeat } from '@suyuan/contract/plant/device.ts';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { calendarOf, type LineTime, recordLineTime } from '#trace/figures/figure-deltas.ts';
import { silentMs } from '../line/silent.ts';
import { type CountedBefore, type Counters, type Read, readSince } from './reads.ts';

type Beat = InputOf<typeof deviceHeartbeat>;

/**
 * Takes a heartbeat: stores the state of the device, and counts how long its line ran and stood, and what was read, since the
 * last heartbeat of any of its devices, for the work order that ran then. Returns the time of the server.
 */
export async function takeHeartbeat(
  { system, timeZone }: Services,
  { workOrders }: SharedServices,
  device: Device,
  beat: Beat,
): Promise<Date> {
  const { sql } = system.devices;
  const clockAhead = beat.time === undefined ? null : Date.parse(beat.time) - Date.now();
  return sql.begin(async (transaction) => {
    const watch = await watchOf(transaction, device.lineId);
    const [machines, before, order] = await Promise.all([
      machinesOf(transaction, device.lineId),
      countedBefore(transaction, device),
      orderOn(transaction, device.lineId, watch.workOrderId),
    ]);
    const reading = beat.counters && readSince(before, beat.counters, { now: watch.heardAt, speed: watch.speed });
    if (order) {
      const calendar = calendarOf(timeZone(), workOrders.get());
      const time = timeOf(watch.from, watch.now, machines);
      const { reads, goodReads } = reading ?? { reads: 0, goodReads: 0 };
      await recordLineTime(transaction, calendar, { lineId: device.lineId, order, ...time, reads, goodReads });
    }
    await keepBeat(transaction, device, { ...beat, clockAhead }, reading);
    await transaction`
      update line_watch set told_until = greatest(told_until, ${new Date(watch.now)}), work_order_id = (
        select id from work_order where line_id = ${device.lineId} and status = 'running'
        order by started_at desc nulls last, id desc limit 1)
      where line_id = ${device.lineId}`;
    return new Date(watch.heardAt);
  }) as Promise<Date>;
}

/** The time up to which a line is accounted for. Locks its row, so that heartbeats of one line are taken one after the other. */
async function watchOf(sql: Connection, lineId: number) {
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

const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;

interface Machine {
  readonly state: string;
  readonly seen_at: Date;
}

/** The last state of each device of a line. */
const machinesOf = (sql: Connection, lineId: number) => sql<Machine[]>`
  select h.state, h.seen_at from device_heartbeat h join device_key k on k.id = h.device_key_id where k.line_id = ${lineId}`;

/** The last counters of a device, also by a key that was rotated since; undefined if it never sent any. */
async function countedBefore(sql: Connection, { firstKeyId }: Device): Promise<CountedBefore | undefined> {
  const [before] = await sql<{ counted: Counters; counted_until: Date }[]>`
    select h.counted, coalesce(h.counted_until, h.seen_at) as counted_until
    from device_heartbeat h join device_key k on k.id = h.device_key_id
    where coalesce(k.first_key_id, k.id) = ${firstKeyId} and h.counted is not null
    order by h.seen_at desc limit 1`;
  return before && { counters: before.counted, until: before.counted_until.getTime() };
}

/** The work order that ran at the last heartbeat of the line; without one, the running one that was started last. */
async function orderOn(sql: Connection, lineId: number, last: number | null): Promise<LineTime['order'] | undefined> {
  const [order] = await sql<{ id: number; product_id: number; lot_id: number | null }[]>`
    select id, product_id, lot_id from work_order
    where ${last === null ? sql`line_id = ${lineId} and status = 'running'` : sql`id = ${last}`}
    order by started_at desc nulls last, id desc limit 1`;
  return order && { id: order.id, productId: order.product_id, lotId: order.lot_id };
}

/**
 * Until when a line ran since `from` (a machine executed), and until when it stood after that (machines were heard of, none
 * executed). A silent machine counts as neither.
 */
function timeOf(from: number, now: number, machines: readonly Machine[]) {
  const until = (heardOf: readonly Machine[]): number =>
    heardOf.reduce((latest, { seen_at }) => Math.max(latest, knownUntil(seen_at, now)), from);
  const ranUntil = until(machines.filter(({ state }) => state === 'execute'));
  return { from, ranUntil, stoodUntil: Math.max(ranUntil, until(machines)) };
}

const knownUntil = (seenAt: Date, now: number): number => Math.min(now, wholeSecond(seenAt.getTime() + silentMs));

async function keepBeat(
  sql: Connection,
  { keyId }: Device,
  { state, queue, counters, clockAhead }: Beat & { readonly clockAhead: number | null },
  reading: Read | undefined,
): Promise<void> {
  const countersJson = counters ? JSON.stringify(counters) : null;
  const until = reading ? new Date(reading.until) : null;
  const doubtedReads = reading?.doubted ?? null;
  await sql`
    insert into device_heartbeat as h
      (device_key_id, state, queue, counters, counted, seen_at, counted_until, doubted_at, doubted_reads, clock_ahead)
    values (${keyId}, ${state}, ${queue}, ${countersJson}::text::jsonb, ${countersJson}::text::jsonb, clock_timestamp(),
      ${until}, case when ${doubtedReads}::bigint is not null then clock_timestamp() end, ${doubtedReads},
      ${clockAhead})
    on conflict (device_key_id) do update set
      state = excluded.state, queue = excluded.queue, counters = excluded.counters, clock_ahead = excluded.clock_ahead,
      counted = coalesce(excluded.counted, h.counted), seen_at = excluded.seen_at,
      counted_until = coalesce(excluded.counted_until, h.counted_until),
      doubted_at = coalesce(excluded.doubted_at, h.doubted_at),
      doubted_reads = coalesce(excluded.doubted_reads, h.doubted_reads)`;
}
