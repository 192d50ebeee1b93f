import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { calendarOf } from '#trace/figures/figure-deltas.ts';
import { accountFor, watchOf } from '../line/line-clock.ts';
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
    const before = await countedBefore(transaction, device);
    const reading = beat.counters && readSince(before, beat.counters, { now: watch.heardAt, speed: watch.speed });
    const { reads, goodReads } = reading ?? { reads: 0, goodReads: 0 };
    const calendar = calendarOf(timeZone(), workOrders.get());
    await accountFor(transaction, calendar, device.lineId, watch, { reads, goodReads });
    await keepBeat(transaction, device, { ...beat, clockAhead }, reading);
    return new Date(watch.heardAt);
  }) as Promise<Date>;
}

/** The last counters of a device, also by a key that was rotated since; undefined if it never sent any. */
async function countedBefore(sql: Connection, { firstKeyId }: Device): Promise<CountedBefore | undefined> {
  const [before] = await sql<{ counted: Counters; counted_until: Date }[]>`
    select h.counted, coalesce(h.counted_until, h.seen_at) as counted_until
    from device_heartbeat h join device_key k on k.id = h.device_key_id
    where coalesce(k.first_key_id, k.id) = ${firstKeyId} and h.counted is not null
    order by h.seen_at desc limit 1`;
  return before && { counters: before.counted, until: before.counted_until.getTime() };
}

async function keepBeat(
  sql: Connection,
  { keyId }: Device,
  { state, reason, queue, counters, clockAhead }: Beat & { readonly clockAhead: number | null },
  reading: Read | undefined,
): Promise<void> {
  const countersJson = counters ? JSON.stringify(counters) : null;
  const until = reading ? new Date(reading.until) : null;
  const doubtedReads = reading?.doubted ?? null;
  await sql`
    insert into device_heartbeat as h
      (device_key_id, state, reason, queue, counters, counted, seen_at, counted_until, doubted_at, doubted_reads, clock_ahead)
    values (${keyId}, ${state ?? null}, ${reason?.trim() || null}, ${queue}, ${countersJson}::text::jsonb,
      ${countersJson}::text::jsonb, clock_timestamp(),
      ${until}, case when ${doubtedReads}::bigint is not null then clock_timestamp() end, ${doubtedReads},
      ${clockAhead})
    on conflict (device_key_id) do update set
      state = excluded.state, reason = excluded.reason, queue = excluded.queue, counters = excluded.counters,
      clock_ahead = excluded.clock_ahead,
      counted = coalesce(excluded.counted, h.counted), seen_at = excluded.seen_at,
      counted_until = coalesce(excluded.counted_until, h.counted_until),
      doubted_at = coalesce(excluded.doubted_at, h.doubted_at),
      doubted_reads = coalesce(excluded.doubted_reads, h.doubted_reads)`;
}
