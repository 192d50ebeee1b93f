import type { AlarmKind } from '@suyuan/contract/base/alarm-limits.ts';
import { alarmKinds, usualLimits } from '@suyuan/contract/base/alarm-limits.ts';
import type { Connection } from '#platform/database/database.ts';
import { isProducing } from '../line/line-clock.ts';
import { silentMs } from '../line/silent.ts';

/** A device of a line, as it was heard of last. */
export interface WatchedDevice {
  readonly line_id: number;
  readonly name: string;
  readonly state: string | null;
  readonly queue: number;
  /** Its last heartbeat. */
  readonly seen_at: Date;
}

/** The work order that runs on a line, the one that was started last. */
export interface WatchedOrder {
  readonly id: number;
  readonly planned: number;
  readonly begunAt: Date;
}

export type AlarmLimits = Readonly<Record<AlarmKind, number>>;

/** A line with what is known of it now. */
export interface WatchedLine {
  readonly id: number;
  readonly devices: readonly WatchedDevice[];
  readonly order: WatchedOrder | undefined;
  /** How many work orders run besides. */
  readonly others: number;
  /** The last moment at which units passed, by events. */
  readonly passedAt: Date | null;
  readonly limits: AlarmLimits;
}

/** Some lines with their devices, running work orders and limits. */
export async function watchedLines(sql: Connection, ids: readonly number[]): Promise<WatchedLine[]> {
  const all = ids as number[];
  const [lines, devices, orders] = await Promise.all([
    sql<({ id: number } & Record<`${AlarmKind}_limit`, number | null>)[]>`
      select l.id, coalesce(l.silent_limit, e.silent_limit) as silent_limit,
        coalesce(l.standing_limit, e.standing_limit) as standing_limit, coalesce(l.queue_limit, e.queue_limit) as queue_limit,
        coalesce(l.codes_limit, e.codes_limit) as codes_limit, coalesce(l.refusals_limit, e.refusals_limit) as refusals_limit
      from production_line l left join enterprise e on true
      where l.id = any(${all}::bigint[]) order by l.id`,
    sql<WatchedDevice[]>`
      select k.line_id, k.name, h.state, h.queue, h.seen_at
      from device_heartbeat h join device_key k on k.id = h.device_key_id
      where k.line_id = any(${all}::bigint[]) and k.revoked_at is null`,
    sql<{ line_id: number; id: number; planned: number; begun_at: Date; passed_at: Date | null }[]>`
      select r.line_id, o.id, o.quantity as planned, r.begins_at as begun_at,
        (select max(a.ends_at) from act_span a where a.work_order_id = o.id) as passed_at
      from order_run r join work_order o on o.id = r.work_order_id
      where r.line_id = any(${all}::bigint[]) and r.ends_at is null
      order by r.begins_at desc, r.id desc`,
  ]);
  const [devicesOf, ordersOf] = [Map.groupBy(devices, ofLine), Map.groupBy(orders, ofLine)];
  return lines.map((line) => {
    const running = ordersOf.get(line.id) ?? [];
    const [order] = running;
    return {
      id: line.id,
      devices: devicesOf.get(line.id) ?? [],
      order: order && { id: order.id, planned: order.planned, begunAt: order.begun_at },
      others: Math.max(0, running.length - 1),
      passedAt: latest(running.map(({ passed_at }) => passed_at)),
      limits: Object.fromEntries(
        alarmKinds.map((kind) => [kind, line[`${kind}_limit`] ?? usualLimits[kind]]),
      ) as AlarmLimits,
    };
  });
}

const ofLine = ({ line_id }: { readonly line_id: number }): number => line_id;

export const latest = (moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((last, one) => (one && (!last || one > last) ? one : last), null);

export const isHeard = ({ seen_at }: WatchedDevice): boolean => seen_at.getTime() > Date.now() - silentMs;

export const queueOf = (devices: readonly WatchedDevice[]): number =>
  devices.reduce((sum, { queue }) => sum + queue, 0);

/** Whether a line runs: by the states of its devices that are heard of or, if none of them tells any, by units that pass. */
export function conditionOf({ devices, passedAt }: WatchedLine): 'running' | 'standing' | 'silent' | 'none' {
  const passes = passedAt !== null && passedAt.getTime() > Date.now() - silentMs;
  const heard = devices.filter(isHeard);
  const telling = heard.filter(({ state }) => state !== null);
  if (telling.some(isProducing) || (telling.length === 0 && passes)) return 'running';
  if (heard.length > 0) return 'standing';
  return devices.length > 0 ? 'silent' : 'none';
}
