import type { Permission } from '@suyuan/contract/menu.ts';
import { WmsShipment, wmsShipments } from '@suyuan/contract/physical/wms.ts';
import type { RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { WarehouseDevice } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import { type OwnedRow, partyOfOwner } from '#platform/party.ts';
import type { DeviceHandler } from '#platform/serve/handlers.ts';
import { fingerprintOf } from '#platform/serve/once/fingerprint.ts';
import type { RefusedMessage } from '#platform/serve/routes.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { idempotencyOf, isKeyReused, onceUnderKey, sourceOf } from '#trace/capture/context/idempotency.ts';
import { refusalsInWords } from '#trace/exceptions/exception-detail.ts';
import {
  addedCodes,
  type Beyond,
  defineExceptionKind,
  type ExceptionWork,
  isSame,
  type Trial,
  type Tried,
  textsIn,
} from '#trace/exceptions/exception-kind.ts';
import { readCodes } from '#trace/state/code-records.ts';
import { tellReceiver } from '../waybill/life/tell-receiver.ts';
import { raiseMalformed } from './wms-malformed.ts';
import { captureShipment, readShipment, type Shipped } from './wms-shipment.ts';

const wmsMessage = defineExceptionKind({ name: 'wms_message', content: WmsShipment });
/** The contents of a package are unknown: it has to be packed before the message is retried. */
const neverPacked = defineExceptionKind({ name: 'never_packed' });

/** 出库: accepts messages from the WMS of a warehouse. There is no person to answer, so refusals become exceptions. */
export default function serveWmsShipments(services: Services, shared: SharedServices): void {
  const { sql } = services.system.devices;

  const refused: RefusedMessage<WarehouseDevice> = (device, body, refusal) =>
    raiseMalformed(sql, shared.exceptions, wmsMessage, { device, body, refusal });

  const answer: DeviceHandler<typeof wmsShipments, WarehouseDevice> = async (message, { device, language }) => {
    const source = sourceOf({ accountId: null, deviceKeyId: device.firstKeyId });
    const idempotency = idempotencyOf(wmsShipments, message);
    const shipment = await readShipment(services, shared, device, message);
    const { waybillId, status, loaded, units, refused } = await shared.capture
      .inBatchUnderLock((transaction) =>
        onceUnderKey(transaction, { source, idempotency }, async () => {
          const outcome = await captureShipment(transaction, shared, device, message, shipment);
          await raise(transaction, shared, device, message, outcome);
          if (hasLeft(outcome)) await tellReceiver(services.notices, transaction, outcome.waybillId);
          return outcome;
        }),
      )
      .catch(async (error) => {
        if (isKeyReused(error))
          await sql.begin((transaction) => raise(transaction, shared, device, message, reusedKey(message)));
        throw error;
      });
    return {
      waybill_id: waybillId,
      status,
      loaded,
      units,
      refusals: await refusalsInWords(services.system.seenBy(device, services.tables), refused, {
        language,
        timeZone: services.timeZone(),
      }),
    };
  };
  services.routes.serveWarehouse(wmsShipments, answer, { refused });

  shared.exceptions.serve(wmsMessage, {
    again: leftToDo,
    beyond,
    retry: async ({ content, deviceKeyId, accountId, key }: Trial<WmsShipment>): Promise<Tried> => {
      const idempotency = { call: 'retry', key, fingerprint: fingerprintOf(content) };
      const device = await deviceOf(sql, deviceKeyId as number);
      const shipment = await readShipment(services, shared, device, content, { counted: false });
      return shared.capture.withCaptureLock((transaction) =>
        onceUnderKey<Tried>(
          transaction,
          { source: 'exception', idempotency },
          async () => {
            const outcome = await captureShipment(transaction, shared, device, content, shipment, accountId);
            const { refused } = outcome;
            if (hasLeft(outcome)) await tellReceiver(services.notices, transaction, outcome.waybillId);
            return refused.length === 0 ? { taken: true } : { taken: false, refusals: refused };
          },
          { isKept: ({ taken }) => taken },
        ),
      );
    },
  });
}

/** Whether the waybill left by this message. */
const hasLeft = (outcome: Shipped): outcome is Shipped & { readonly waybillId: number } =>
  outcome.status === 'shipped' && outcome.units > 0 && outcome.waybillId !== null;

/** Nothing was done with a message whose key stands for another one, and its sender may take it for done. */
const reusedKey = ({ batch_key }: WmsShipment): Pick<Shipped, 'refused' | 'ids'> => ({
  refused: [{ code: '', reason: 'key_reused', conflict: batch_key }],
  ids: [],
});

/** Refusals of goods whose packing was never reported. */
const neverPackedReasons: ReadonlySet<string> = new Set<RefusalReason>([
  'empty_package',
  'not_packed',
  'not_commissioned',
]);

/** Raises an exception with a message as it came in. */
async function raise(
  sql: Connection,
  { exceptions }: SharedServices,
  device: WarehouseDevice,
  message: WmsShipment,
  { refused, ids }: Pick<Shipped, 'refused' | 'ids'>,
): Promise<void> {
  const [first] = refused;
  if (!first) return;
  const codes = [...new Set(refused.flatMap(({ code }) => (code === '' ? [] : [code])))];
  const origin = { source: 'wms', name: device.name, deviceKeyId: device.keyId } as const;
  const common = { origin, cause: first.reason };
  const about = `${device.firstKeyId} ${message.batch_key}`;
  // Seen and retried by the people of the warehouse, not by those of the work order.
  await exceptions.raise(sql, wmsMessage, [{ ...common, about, raw: message, codes, refusals: refused }]);
  if (message.act !== 'ship') return;
  const workOrderId = await orderOf(sql, ids);
  const packingRefusals = refused.filter(({ reason }) => neverPackedReasons.has(reason));
  await exceptions.raise(
    sql,
    neverPacked,
    packingRefusals.map((one) => ({
      ...common,
      workOrderId,
      about: `${device.firstKeyId} ${message.waybill_no} ${one.code}`,
      cause: one.reason,
      raw: { waybill_no: message.waybill_no, code: one.code },
      codes: [one.code],
      refusals: [one],
    })),
  );
}

/** The work order of the first goods, which determines who sees the exception. */
async function orderOf(sql: Connection, ids: readonly number[]): Promise<number | null> {
  const [first] = ids;
  if (first === undefined) return null;
  return (await readCodes(sql, [first])).get(first)?.workOrderId ?? null;
}

/** The device of a key, even if it was revoked since. For a deleted key the warehouse is 0, which has no waybills. */
async function deviceOf(sql: Connection, keyId: number): Promise<WarehouseDevice> {
  const [key] = await sql<(OwnedRow & { warehouse_id: number; name: string; first_key_id: number })[]>`
    select k.warehouse_id, k.name, coalesce(k.first_key_id, k.id) as first_key_id, w.factory_id, w.dealer_id
    from device_key k join warehouse w on w.id = k.warehouse_id where k.id = ${keyId}`;
  const common = { keyId, name: key?.name ?? '', firstKeyId: key?.first_key_id ?? keyId };
  return { ...common, warehouseId: key?.warehouse_id ?? 0, party: key && partyOfOwner(key) };
}

/** What is left to be done of a message: its refused codes. The others are on the waybill, unless a person took them off. */
const leftToDo = (raw: object, codes: readonly string[]): object =>
  codes.length === 0
    ? raw
    : { ...raw, codes: textsIn((raw as Partial<WmsShipment>).codes).filter((code) => codes.includes(code)) };

/** What makes or changes a document. */
const ofDocument = ['dealer_code', 'to_warehouse_code', 'lines'] as const;

/** The rights that a corrected message needs because it says something else than the one that came in. */
const beyond: ExceptionWork<WmsShipment>['beyond'] = (came, now, refusals) => {
  const needs = (path: string, ...desks: Permission[]): Beyond[] => desks.map((desk) => ({ path, desk }));
  const isShipped = now.act === 'ship';
  const desks: Permission[] = isShipped ? ['freight:load', 'freight:ship'] : ['freight:load'];
  const additions = addedCodes(textsIn(came.codes), now.codes ?? [], refusals);
  // Left-out codes may ship less than was ordered, which takes the reason that the system gave or the right to give one.
  const overrules = now.reason !== undefined && !isSame(came.reason, now.reason);
  return [
    ...(isSame(came.act, now.act) ? [] : needs('act', ...desks)),
    ...(isSame(came.waybill_no, now.waybill_no) ? [] : needs('waybill_no', ...desks)),
    ...ofDocument.flatMap((field) => (isSame(came[field], now[field]) ? [] : needs(field, 'freight:add'))),
    ...(additions.length === 0 ? [] : needs('codes', 'freight:load')),
    ...(overrules ? needs('reason', 'freight:load', ...(isShipped ? (['freight:short'] as const) : [])) : []),
  ];
};
