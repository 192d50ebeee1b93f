import type { ToCome } from '@suyuan/contract/plant/order/work-order-closing.ts';
import type { Connection } from '#platform/database/database.ts';
import { lateEvent } from '#trace/exceptions/exception-kind.ts';
import { silentMs } from '../../line/silent.ts';

interface DeviceRow {
  readonly name: string;
  readonly queue: number;
  readonly seen_at: Date;
  /** It was last heard of while the order was made. */
  readonly silent: boolean;
}

/**
 * What may still come in for a work order. A device counts from its first heartbeat since the order was started; one that was heard
 * of after the order was finished, and has nothing to send, has told everything.
 */
export async function toComeFor(sql: Connection, id: number): Promise<ToCome> {
  const [[counts], devices] = await Promise.all([
    sql<{ waiting: number; exceptions: number }[]>`
      select
        (select count(*)::int from waiting_act where work_order_id = ${id}) as waiting,
        (select count(*)::int from exception
          where work_order_id = ${id} and kind = ${lateEvent.name} and status = 'open') as exceptions`,
    sql<DeviceRow[]>`
      select k.name, h.queue, h.seen_at,
        h.seen_at < o.finished_at - make_interval(secs => ${silentMs / 1000}) as silent
      from work_order o
      join device_key k on k.line_id = o.line_id and k.revoked_at is null
      join device_heartbeat h on h.device_key_id = k.id
      where o.id = ${id} and h.seen_at >= o.started_at
      order by k.id`,
  ]);
  const { waiting, exceptions } = counts as NonNullable<typeof counts>;
  const contacts = devices.map(({ seen_at, ...device }) => ({ ...device, seen_at: seen_at.toISOString() }));
  const unsent = contacts
    .filter(({ queue }) => queue > 0)
    .map(({ name, seen_at, queue }) => ({ name, seen_at, queue }));
  const silent = contacts
    .filter((one) => one.silent && one.queue === 0)
    .map(({ name, seen_at }) => ({ name, seen_at }));
  return {
    waiting,
    exceptions,
    unsent,
    silent,
    nothing: waiting + exceptions + unsent.length + silent.length === 0,
  };
}
