import type { DeviceEvent } from '@suyuan/contract/plant/device/device.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput, PackEvent } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import type { Doer } from '#trace/capture/context/write-events.ts';
import type { StoredRefusal } from '#trace/exceptions/exception-kind.ts';
import { momentOf } from '#trace/lookup/events-together.ts';
import { readTexts } from '#trace/read-texts.ts';

/** An event of a device with its codes resolved: `input` for the capture, or, if that is undefined, the reasons in `unread`. */
export interface SentEvent {
  readonly device: Device;
  readonly act: DeviceEvent;
  readonly batchKey: string;
  readonly workOrderId: number | null;
  readonly input: EventInput | undefined;
  readonly unread: readonly StoredRefusal[];
  /** Its codes as they were sent. */
  readonly texts: ReadonlyMap<number, string>;
}

/**
 * Resolves events: their work order, which has to be one of the device's line, and their codes. `looked` are the codes of all events,
 * in the order of `textsIn`, if they were looked up already.
 */
export async function readEvents(
  sql: Connection,
  { rules }: SharedServices,
  device: Device,
  events: readonly Pick<SentEvent, 'act' | 'batchKey'>[],
  /** The account of who retries them, if somebody does, and what their texts are, if that was looked up already. */
  {
    accountId = null,
    looked,
  }: { readonly accountId?: number | null; readonly looked?: readonly (number | StoredRefusal)[] } = {},
): Promise<SentEvent[]> {
  const within = new Map(
    (
      await sql<{ id: number; order_no: string }[]>`
        select id, lower(order_no) as order_no from work_order where line_id = ${device.lineId}`
    ).map(({ id, order_no }) => [order_no, id]),
  );
  const allCodes = looked ?? (await codesOf(sql, rules, textsIn(events.map(({ act: event }) => event))));
  let from = 0;
  return events.map(({ act: event, batchKey }) => {
    const own = textsOf(event);
    const codes = allCodes.slice(from, from + own.length);
    from += own.length;
    const workOrderId = within.get(event.order_no.toLowerCase()) ?? null;
    const unread = codes.filter((code) => typeof code === 'object');
    // Work orders of other lines are unknown to this device.
    if (workOrderId === null) unread.unshift({ code: '', reason: 'unknown_order', conflict: event.order_no });
    const ids = codes.filter((code) => typeof code === 'number');
    return {
      device,
      act: event,
      batchKey,
      workOrderId,
      input:
        workOrderId === null || unread.length > 0
          ? undefined
          : {
              ...inputOf(event, device, { accountId, deviceKeyId: device.keyId }, ids, workOrderId),
              batchKey,
              unattended: { origin: { source: 'device', deviceKeyId: device.keyId }, raw: event },
            },
      unread,
      texts: new Map(codes.flatMap((code, index) => (typeof code === 'number' ? [[code, own[index] as string]] : []))),
    };
  });
}

/** The codes of events as they were sent. */
export const textsIn = (events: readonly DeviceEvent[]): string[] => events.flatMap(textsOf);

/** Codes of events that were looked up before, or that a person retries: whether they were issued is left to the capture. */
async function codesOf(
  sql: Connection,
  rules: RuleBook,
  texts: readonly string[],
): Promise<(number | StoredRefusal)[]> {
  const readings = await readTexts({ sql, rules, reportsMisread: true }, texts);
  return readings.map(({ code, refused }) => refused ?? code.id);
}

const textsOf = ({ parent, codes }: DeviceEvent): string[] => [...(parent === undefined ? [] : [parent]), ...codes];

/** The capture's names for events of devices. */
const marks = { bound: 'bind', scrapped: 'scrap', sampled: 'sample', rejected: 'reject', printed: 'print' } as const;

function inputOf(
  { act: eventType, parent, event_time, cause, remainder }: DeviceEvent,
  device: Device,
  by: Doer,
  ids: readonly number[],
  workOrderId: number,
): EventInput {
  const common: Omit<PackEvent, 'act' | 'workOrderId' | 'parent' | 'children'> = {
    ...momentOf(event_time),
    by,
    reason: cause ?? null,
    late: true,
    custodian: { kind: 'line', id: device.lineId },
  };
  const [first, ...others] = ids as [number, ...number[]];
  switch (eventType) {
    case 'packed':
      return {
        ...common,
        act: 'pack',
        workOrderId,
        parent: first,
        children: others,
        remainder: remainder === true,
        brief: true,
      };
    case 'unpacked':
      return { ...common, act: 'unpack', ...(parent === undefined ? { children: ids } : { parent: first }) };
    default:
      return { ...common, act: marks[eventType], workOrderId, codes: ids };
  }
}

/**
 * Whether an event was refused only for what may still arrive: a child to be packed has no contents yet, or a code to be unpacked
 * is not packed yet.
 */
export function isEarly({ input }: SentEvent, refusals: readonly Refused[]): boolean {
  if (input?.act === 'pack')
    return refusals.every(({ reason, code }) => reason === 'empty_package' && code !== input.parent);
  return (
    input?.act === 'unpack' && refusals.every(({ reason }) => reason === 'not_packed' || reason === 'not_commissioned')
  );
}
