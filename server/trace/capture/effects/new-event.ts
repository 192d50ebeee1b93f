import type { ErrorReason } from '@suyuan/contract/trace/error-declaration.ts';
import type { Amendment } from '@suyuan/contract/trace/event-list.ts';
import type { EventType } from '@suyuan/contract/trace/events.ts';
import type { Connection } from '#platform/database/database.ts';
import type { EventRef } from '../../state/code-record.ts';

/** The person or device who did it, or both, if the person retried what the device had sent. Both are null where it is only tried. */
export interface Doer {
  readonly accountId: number | null;
  readonly deviceKeyId: number | null;
}

/** Whether a person did it at a desk: what a person retried for a device is still what the device did. */
export const isByPerson = ({ accountId, deviceKeyId }: Doer): boolean => accountId !== null && deviceKeyId === null;

/** An event that is about to be written. */
export interface NewEvent extends Omit<EventRef, 'id' | 'waybillId' | 'forWaybillId' | 'byPerson' | 'countedAt'> {
  readonly act: EventType;
  readonly utcOffset: number;
  readonly by: Doer;
  readonly readPointId: number | null;
  readonly batchKey: string | null;
  readonly jobId: string | null;
  readonly reason: string | null;
  /** The waybill that it was done for, and whether the goods are off it afterwards. */
  readonly waybillId?: number | null;
  readonly offWaybill?: boolean;
  /** The correction of a waybill that it is part of. */
  readonly amendment?: Amendment | null;
  /** The return that it was done for. */
  readonly refundId?: number | null;
  /** The event that this one declares wrong; its figures are counted back on its own day, `at`. */
  readonly corrects?: {
    readonly event: number;
    readonly at: number;
    readonly reason: ErrorReason;
  };
}

/** Draws ids for events that are about to be written, ascending. */
export async function eventIds(sql: Connection, count: number): Promise<number[]> {
  if (count <= 0) return [];
  const rows = await sql<{ id: number }[]>`
    select nextval('trace_event_id_seq') as id from generate_series(1, ${count})`;
  return rows.map(({ id }) => id);
}

/**
 * The last id drawn for any event, written or not. Ids are drawn under the capture lock, so this shows whether others had it
 * since.
 */
export async function lastEventId(sql: Connection): Promise<number> {
  const [row] = await sql<[{ id: number }]>`select last_value as id from trace_event_id_seq`;
  return row.id;
}

/** The id of an event; throws if it has none yet. */
export function idOf({ id }: EventRef): number {
  if (id === undefined) throw new Error('a referenced event was not inserted');
  return id;
}
