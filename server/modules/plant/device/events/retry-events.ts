import type { Permission } from '@suyuan/contract/menu.ts';
import type { DeviceEvent } from '@suyuan/contract/plant/device/device.ts';
import type { Device } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import { fingerprintOf } from '#platform/serve/once/fingerprint.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { onceUnderKey } from '#trace/capture/context/idempotency.ts';

import {
  addedCodes,
  type ExceptionWork,
  isSame,
  kindsOfEvents,
  type Trial,
  type Tried,
  textsIn,
} from '#trace/exceptions/exception-kind.ts';

import { readEvents } from './sent-events.ts';
import { captureSent, settleAgain } from './settle-events.ts';

/** Serves the retry of exceptions about events of devices: the event is captured out as if just sent, then events that waited for it. */
export function retryEvents({ system }: Services, shared: SharedServices): void {
  const { sql } = system.codes;
  const retry = async ({ content: event, deviceKeyId, accountId, key }: Trial<DeviceEvent>): Promise<Tried> => {
    const device = await deviceOf(sql, deviceKeyId as number);
    const idempotency = { call: 'retry', key, fingerprint: fingerprintOf(event) };
    const [sentEvent] = await readEvents(sql, shared, device, [{ act: event, batchKey: key }], { accountId });
    if (!sentEvent?.input) return { taken: false, refusals: sentEvent?.unread ?? [] };
    // Without `unattended`, a refusal raises no second exception.
    const { unattended: _, ...input } = sentEvent.input;
    const trial = { ...sentEvent, input };
    return shared.capture.withCaptureLock((transaction) =>
      onceUnderKey<Tried>(
        transaction,
        { source: 'exception', idempotency },
        async () => {
          const [outcome] = await captureSent(transaction, shared, [trial]);
          if (outcome && outcome.refused.length > 0) return { taken: false, refusals: outcome.refusals };
          await settleAgain(transaction, shared, sentEvent.workOrderId as number);
          return { taken: true };
        },
        { isKept: ({ taken }) => taken },
      ),
    );
  };
  for (const kind of kindsOfEvents) shared.exceptions.serve(kind, { retry, beyond });
}

/** The desks of people that do what devices report; nothing but a device reports the other events. */
const desks: Partial<Record<DeviceEvent['act'], Permission>> = {
  bound: 'relevance:pack',
  packed: 'relevance:pack',
  unpacked: 'unrelevance1:add',
};

/** The time and the cause may be put right, and a package from which codes are left out may be a remainder. */
const beyond: ExceptionWork<DeviceEvent>['beyond'] = (came, event, refusals) => {
  const desk = desks[event.act];
  const [before, now] = [codesIn(came), codesIn(event)];
  const isLess = now.length < before.length;
  const fields = (['act', 'order_no'] as const).filter((field) => !isSame(came[field], event[field]));
  const turned = !isSame(came.remainder ?? false, event.remainder ?? false) && !(isLess && event.remainder);
  const others =
    addedCodes(before, now, refusals).length > 0 ||
    // Emptying another package, or a whole one in place of some codes, is another event.
    (event.parent !== undefined && textsIn(came.codes).includes(event.parent)) ||
    (came.parent === undefined) !== (event.parent === undefined) ||
    (event.codes.length === 0) !== (textsIn(came.codes).length === 0);
  return [...fields, ...(turned ? ['remainder'] : []), ...(others ? ['codes'] : [])].map((path) => ({ path, desk }));
};

const codesIn = ({ parent, codes }: { readonly parent?: unknown; readonly codes?: unknown }): string[] =>
  textsIn([parent, ...textsIn(codes)]);

/** The device of a key, even of a revoked one. A key that is gone gets line 0, which has no work orders. */
async function deviceOf(sql: Connection, keyId: number): Promise<Device> {
  const [key] = await sql<{ line_id: number | null; first_key_id: number }[]>`
    select line_id, coalesce(first_key_id, id) as first_key_id from device_key where id = ${keyId}`;
  return { keyId, firstKeyId: key?.first_key_id ?? keyId, lineId: key?.line_id ?? 0 };
}
