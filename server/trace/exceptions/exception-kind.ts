import { isDeepStrictEqual } from 'node:util';
import type { Permission } from '@suyuan/contract/menu.ts';
import { DeviceEvent } from '@suyuan/contract/plant/device/device.ts';
import { type EventType, eventTypeOf } from '@suyuan/contract/trace/events.ts';
import type { ExceptionCause, ExceptionKindName, ExceptionSource } from '@suyuan/contract/trace/exception.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type Type from 'typebox';
import type { Connection } from '#platform/database/database.ts';
import { isGuess } from '../read-texts.ts';

/** A kind of exception, declared by the module that raises it. */
export interface ExceptionKind<Content extends Type.TObject = Type.TObject> {
  readonly name: ExceptionKindName;
  /** The schema of `raw` for kinds that can be retried; content that does not match it cannot be. */
  readonly content?: Content;
}

export const defineExceptionKind = <Content extends Type.TObject>(
  kind: ExceptionKind<Content>,
): ExceptionKind<Content> => kind;

/** A refusal as it is stored: with printed codes, in no language. */
export interface StoredRefusal {
  readonly code: string;
  readonly reason: RefusalReason;
  readonly conflict: string | null;
}

/** Where a exception came from. A device is shown by its own name unless `name` is given. */
export type Origin =
  | { readonly source: Extract<ExceptionSource, 'device'>; readonly deviceKeyId: number; readonly name?: string }
  | { readonly source: Exclude<ExceptionSource, 'device'>; readonly name: string; readonly deviceKeyId?: number };

/** Something that came in and does not fit. */
export interface RaisedException {
  /** The key of the cause: while an exception with it is open, the same exception is counted there and opens no second one. */
  readonly about: string;
  readonly cause: ExceptionCause;
  readonly origin: Origin;
  /** The message as it was received. */
  readonly raw: object;
  /** The codes concerned, as they are printed. */
  readonly codes?: readonly string[];
  readonly workOrderId?: number | null;
  /** How much goods it is about, and of which product; null for several. */
  readonly goods?: { readonly units: number; readonly productId: number | null } | undefined;
  readonly refusals?: readonly StoredRefusal[];
  readonly sides?: readonly Side[];
}

/** One retry of what came in. */
export interface Trial<Content> {
  /** The original content, or what a person has corrected it to. */
  readonly content: Content;
  readonly deviceKeyId: number | null;
  /** Who retries it: the record of what is done names this person beside the device. */
  readonly accountId: number;
  /** An idempotency key, the same for the same content of the same exception. */
  readonly key: string;
}

export type Tried = { readonly taken: true } | { readonly taken: false; readonly refusals: readonly StoredRefusal[] };

/** Retries a kind, in a transaction of its own that is committed when the promise resolves. */
export interface ExceptionWork<Content> {
  /** What a retry sends unless somebody corrects it; what came in by default. */
  again?(raw: object, codes: readonly string[]): object;
  /**
   * What corrected content changes beyond what was wrong. A retry acts in the name of the device, so without the right of
   * the desk it may only repeat the content with what was wrong left out or corrected.
   */
  beyond(
    came: Partial<Record<keyof Content, unknown>>,
    given: Content,
    refused: readonly StoredRefusal[],
  ): readonly Beyond[];
  retry(trial: Trial<Content>): Promise<Tried>;
}

/** Kinds of exceptions about events. An event of a device can be retried; lines of a file are corrected in the file. */

export const repeatedCode = defineExceptionKind({ name: 'repeated_code', content: DeviceEvent });
export const twoOrders = defineExceptionKind({ name: 'two_orders', content: DeviceEvent });
export const wrongProduct = defineExceptionKind({ name: 'wrong_product', content: DeviceEvent });
export const seenAfterDestroyed = defineExceptionKind({ name: 'seen_after_destroyed', content: DeviceEvent });
export const lateEvent = defineExceptionKind({ name: 'late_act', content: DeviceEvent });
/** Has no content, since printed labels cannot be retried. */
export const printedTwice = defineExceptionKind({ name: 'printed_twice' });
/** Has no content: the batch is of any size, and its device sends it again under another key. */
export const reusedKey = defineExceptionKind({ name: 'reused_key' });

/** Has no content: once more is allowed, the device sends again what was refused, of which this is only the first. */
export const overproduction = defineExceptionKind({ name: 'overproduction' });

/** Kinds whose content is an event of a device. */
export const kindsOfEvents = [repeatedCode, twoOrders, wrongProduct, seenAfterDestroyed, lateEvent] as const;

/** A part of corrected content that differs from what came in, and the permission of the desk that does such events. */
export interface Beyond {
  /** The field in the content. */
  readonly path: string;
  /** Undefined if no desk does it: then only the device or system itself can say so. */
  readonly desk: Permission | undefined;
}

/** How far a misread code may be from what is printed, in characters that were lost, added or mistaken. */
const maxMisread = 2;

/**
 * The codes of a corrected content that did not come in. Left-out codes are no matter, and a code that could not be read may be
 * replaced by one that it was misread from, as often as it came.
 */
export function addedCodes(
  came: readonly string[],
  given: readonly string[],
  refused: readonly { readonly code: string; readonly reason: RefusalReason }[],
): string[] {
  const earlier = new Set(came);
  const rest = new Set(given);
  const unread = refused.filter((one) => isGuess(one) && earlier.has(one.code) && !rest.has(one.code));
  const misread = new Set(unread.map(({ code }) => code));
  return given.filter((code) => {
    if (earlier.has(code)) return false;
    for (const was of misread) {
      if (distance(was, code) > maxMisread) continue;
      misread.delete(was);
      return false;
    }
    return true;
  });
}

/** The Levenshtein distance; more than `maxMisread` is not counted to the end. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > maxMisread) return maxMisread + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = (row[to - 1] as number) + Number(one[at - 1] !== other[to - 1]);
      next.push(Math.min(same, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}

/** Whether a field is unchanged; absent, null and empty are one. */
export const isSame = (came: unknown, given: unknown): boolean => isDeepStrictEqual(plain(came), plain(given));

const plain = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value.trim() : value;
};

/** The texts in a field of something that came in, of which nothing is certain. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** One of the conflicting events, stored with the names that everything had at that time. */
export interface Side {
  readonly role: 'now' | 'before';
  readonly act: EventType;
  readonly at: string;
  readonly work_order_id: number | null;
  readonly order_no: string | null;
  readonly line: string | null;
  readonly device: string | null;
  readonly person: string | null;
  readonly file: string | null;
  readonly package: string | null;
  /** Who is named by `person` and `device`; left out by earlier versions. */
  readonly account_id?: number | null;
  readonly device_key_id?: number | null;
}

/** An earlier event, with who did it. */
export interface EventBefore extends Omit<Side, 'role' | 'package'> {
  readonly id: number;
  readonly account_id: number | null;
  readonly device_key_id: number | null;
  readonly job_id: string | null;
}

/** Reads what events were, when, where and by whom. */
export async function eventsBefore(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, EventBefore>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<(Omit<EventBefore, 'act' | 'at'> & { act: number; event_time: Date })[]>`
    select e.id, e.act, e.event_time, e.work_order_id, e.account_id, e.device_key_id, e.job_id, o.order_no,
      l.line_name as line, k.name as device, a.name as person, j.source_name as file
    from trace_event e
    left join work_order o on o.id = e.work_order_id
    left join device_key k on k.id = e.device_key_id
    left join production_line l on l.id = coalesce(k.line_id, o.line_id)
    left join account a on a.id = e.account_id
    left join job j on j.id = e.job_id
    where e.id = any(${ids as number[]}::bigint[])`;
  return new Map(
    rows.map(({ act: eventType, event_time, ...row }) => [
      row.id,
      { ...row, act: eventTypeOf(eventType), at: event_time.toISOString() },
    ]),
  );
}

/** Who reports an event, and for which work order. */
export interface Saying {
  readonly workOrderId: number | null;
  readonly deviceKeyId: number | null;
  readonly accountId: number | null;
}

/** Reads their names. */
export async function namesOf(
  sql: Connection,
  { workOrderId, deviceKeyId, accountId }: Saying,
): Promise<Pick<Side, 'order_no' | 'line' | 'device' | 'person'>> {
  const [names] = await sql<Pick<Side, 'order_no' | 'line' | 'device' | 'person'>[]>`
    select o.order_no, l.line_name as line, k.name as device, a.name as person
    from (select 1) as one
    left join work_order o on o.id = ${workOrderId}::bigint
    left join device_key k on k.id = ${deviceKeyId}::bigint
    left join production_line l on l.id = coalesce(k.line_id, o.line_id)
    left join account a on a.id = ${accountId}::bigint`;
  return names as NonNullable<typeof names>;
}
