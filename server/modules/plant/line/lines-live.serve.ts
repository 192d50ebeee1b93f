import { day, minute } from '@suyuan/contract/durations.ts';
import { producingStates } from '@suyuan/contract/plant/device/device.ts';
import { type LineLive, linesLive } from '@suyuan/contract/plant/line/line-live.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import { silentMs } from './silent.ts';

/** How long one count serves all viewers. */
const freshMs = 2_000;

/** Serves the current state of production lines. */
export default function serveLinesLive({ routes, system }: Services): void {
  const { sql } = system.codes;
  let cache: { readonly until: number; readonly codes: Promise<ReadonlyMap<number, number>> } | undefined;
  const codesOfLines = () => {
    if (cache === undefined || cache.until < Date.now()) {
      cache = { until: Date.now() + freshMs, codes: codesInLastMinute(sql) };
      // A failed count is not cached.
      cache.codes.catch(() => {
        cache = undefined;
      });
    }
    return cache.codes;
  };

  routes.serve(linesLive, async (_, { db }) => {
    const [lines, devices, codes] = await Promise.all([
      db.selectFrom('production_line').select('id').orderBy('id').execute(),
      db
        .selectFrom('device_key as k')
        .leftJoin('device_heartbeat as h', 'h.device_key_id', 'k.id')
        .select(['k.id', 'k.line_id', 'k.name', 'k.last_seen_at', 'h.state', 'h.queue', 'h.seen_at as beat_at'])
        .select(['h.doubted_at', 'h.doubted_reads', 'h.clock_ahead'])
        .where('k.revoked_at', 'is', null)
        .orderBy('k.id')
        .execute(),
      codesOfLines(),
    ]);
    const byLine = Map.groupBy(devices, ({ line_id }) => line_id);
    return lines.map(({ id }) => liveOf(id, byLine.get(id) ?? [], codes.get(id) ?? 0));
  });
}

interface DeviceRow {
  readonly id: number;
  readonly name: string;
  readonly state: string | null;
  readonly queue: number | null;
  readonly beat_at: Date | null;
  /** The last call of any kind, updated once a minute at most. */
  readonly last_seen_at: Date | null;
  readonly doubted_at: Date | null;
  readonly doubted_reads: number | null;
  /** In milliseconds. */
  readonly clock_ahead: number | null;
}

const isHeard = ({ beat_at }: DeviceRow): boolean => beat_at !== null && beat_at.getTime() > Date.now() - silentMs;

/** People are told of a clock that is off by more than this: a device should have set it by then. */
const clockLimitMs = minute;

/** For how long counters that cannot be right are shown. */
const doubtedShownMs = day;

function doubtedOf({ doubted_at, doubted_reads }: DeviceRow): LineLive['devices'][number]['doubted'] {
  if (doubted_at === null || doubted_at.getTime() < Date.now() - doubtedShownMs) return null;
  return { at: doubted_at.toISOString(), reads: doubted_reads ?? 0 };
}

function liveOf(id: number, rows: readonly DeviceRow[], codes: number): LineLive {
  const devices = rows.map((row) => ({
    id: row.id,
    name: row.name,
    silent: row.beat_at !== null && !isHeard(row),
    state: row.state as LineLive['devices'][number]['state'],
    queue: row.queue ?? 0,
    seen_at: latest([row.beat_at, row.last_seen_at])?.toISOString() ?? null,
    clock_ahead: row.clock_ahead === null ? null : Math.round(row.clock_ahead / 1000),
    clock_wrong: row.clock_ahead !== null && Math.abs(row.clock_ahead) > clockLimitMs,
    doubted: doubtedOf(row),
  }));
  const heardDevices = rows.filter(isHeard);
  return {
    id,
    condition: conditionOf(rows, heardDevices),
    codes,
    queue: heardDevices.reduce((sum, { queue }) => sum + (queue ?? 0), 0),
    seen_at: latest(rows.flatMap(({ beat_at, last_seen_at }) => [beat_at, last_seen_at]))?.toISOString() ?? null,
    devices,
  };
}

function conditionOf(rows: readonly DeviceRow[], heardDevices: readonly DeviceRow[]): LineLive['condition'] {
  if (heardDevices.some(({ state }) => state !== null && producingStates.includes(state))) return 'running';
  if (heardDevices.length > 0) return 'standing';
  return rows.some(({ beat_at }) => beat_at !== null) ? 'silent' : 'none';
}

const latest = (moments: readonly (Date | null)[]): Date | undefined =>
  moments.flatMap((moment) => moment ?? []).reduce<Date | undefined>((a, b) => (a && a > b ? a : b), undefined);

/** Counted from `figure_delta`, whose rows stay for some minutes before they are added up (`server/trace/figures/figure-check.ts`). */
async function codesInLastMinute(sql: Connection): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ line_id: number; codes: number }[]>`
    select o.line_id, safe_integer(sum(d.quantity)) as codes
    from trace_event e
    join figure_delta d on d.event_id = e.id and d.measure = 'bound'
    join work_order o on o.id = e.work_order_id
    where e.recorded_at > now() - interval '2 minutes' and e.event_time > now() - interval '1 minute'
      and o.line_id is not null
    group by o.line_id`;
  return new Map(rows.map(({ line_id, codes }) => [line_id, Math.max(0, codes)]));
}
