import type { WaybillStatus } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { WmsShipment } from '@suyuan/contract/physical/wms.ts';
import type { WarehouseDevice } from '#platform/access/authentication.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { LoadEvent } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { momentOf } from '#trace/lookup/events-together.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import { custodianOf } from '#trace/state/custody.ts';
import { textsOf } from '../each-code.ts';
import { depart, departureOf } from '../waybill/life/departure.ts';
import { type Receiver, receiverOf } from './wms-receiver.ts';
import { waybillOf } from './wms-waybill.ts';

/** The result of a message of a WMS. */
export interface Shipped {
  readonly waybillId: number | null;
  readonly status: WaybillStatus | null;
  /** The number of newly loaded codes, and of shipped units. */
  readonly loaded: number;
  readonly units: number;
  readonly refused: readonly RefusedText[];
  /** The code ids of the refused texts that are codes. */
  readonly ids: readonly number[];
}

/** What a message names, looked up before the capture lock is taken. */
export interface ReadShipment {
  readonly codes: ReadCodes;
  /** Undefined if the sender knows no such recipient. */
  readonly to: Receiver | undefined;
}

export async function readShipment(
  services: Services,
  shared: SharedServices,
  device: WarehouseDevice,
  message: WmsShipment,
  counting?: { readonly counted: boolean },
): Promise<ReadShipment> {
  const [codes, to] = await Promise.all([
    readCodes(services, shared, device, message.codes, counting),
    receiverOf(services, device, message),
  ]);
  return { codes, to };
}

/** Carries out a message of a WMS, in the transaction that holds the capture lock. Nothing is shipped if anything is refused. */
export async function captureShipment(
  sql: Connection,
  shared: SharedServices,
  device: WarehouseDevice,
  message: WmsShipment,
  { codes, to }: ReadShipment,
  /** Who retries the message, if somebody does. */
  accountId: number | null = null,
): Promise<Shipped> {
  const waybill = await waybillOf(sql, device, message, { to, accountId });
  const nothing = { waybillId: null, status: null, loaded: 0, units: 0, ids: [] };
  if ('refused' in waybill) return { ...nothing, refused: waybill.refused };
  const { id } = waybill;
  const doer = doneBy(device, accountId);
  const loading = await loadCodes(sql, shared, doer, id, message, codes);
  const status = await statusOf(sql, id);
  if (message.act === 'load' || loading.refused.length > 0) return { waybillId: id, status, units: 0, ...loading };
  // The message repeats under another key what is done already.
  if (status === 'shipped' && loading.loaded === 0) return { waybillId: id, status, units: 0, ...loading };
  const shipping = await shipAll(sql, shared, doer, id, message);
  // What was loaded stays loaded, though the waybill does not leave.
  if ('refused' in shipping) return { waybillId: id, status, units: 0, ...loading, refused: shipping.refused };
  await sql`update waybill set shipped_by_system = ${device.name} where id = ${id}`;
  return { waybillId: id, status: 'shipped', ...shipping, ...loading };
}

async function statusOf(sql: Connection, id: number): Promise<WaybillStatus> {
  const [row] = await sql<{ status: WaybillStatus }[]>`select status from waybill where id = ${id}`;
  return (row as { status: WaybillStatus }).status;
}

const doneBy = (device: WarehouseDevice, accountId: number | null) => ({
  ...momentOf(undefined),
  by: { accountId, deviceKeyId: device.keyId },
  custodian: custodianOf(device),
});
type Done = ReturnType<typeof doneBy>;

/** Loads each code separately. Codes that are on the waybill already stay there. */
async function loadCodes(
  sql: Connection,
  { rules, capture }: SharedServices,
  doer: Done,
  waybillId: number,
  { reason }: WmsShipment,
  { texts, unread }: ReadCodes,
): Promise<Pick<Shipped, 'loaded' | 'refused' | 'ids'>> {
  const inputs = [...texts.keys()].map(
    (code): LoadEvent => ({ ...doer, act: 'load', waybillId, code, overrideReason: reason ?? null }),
  );
  const outcomes = await capture.captureIn(sql, inputs);
  const refusals = outcomes.flatMap((one): readonly Refused[] => ('refused' in one ? one.refused : []));
  return {
    loaded: outcomes.filter((one) => !('refused' in one) && one.known === undefined).length,
    refused: [...unread, ...(await refusedTexts(sql, { rules, seen: 'everything' }, refusals, texts))],
    ids: refusals.map(({ code }) => code),
  };
}

/** Ships everything on the waybill. */
async function shipAll(
  sql: Connection,
  shared: SharedServices,
  doer: Done,
  waybillId: number,
  { waybill_no, reason = '' }: WmsShipment,
): Promise<{ readonly units: number } | { readonly refused: readonly RefusedText[] }> {
  const whole = (of: RefusedText['reason'], conflict: string) => ({ refused: [{ code: '', reason: of, conflict }] });
  const departure = await departureOf(sql, waybillId);
  if (departure.codes.length === 0) return whole('nothing_loaded', waybill_no);
  const why = reason.trim() || null;
  if (departure.short > 0 && !why) return whole('under_quantity', String(departure.short));
  const outcome = await depart(sql, shared, doer, { ...departure, waybillId, reason: why });
  const reader = { rules: shared.rules, seen: 'everything' } as const;
  if ('refused' in outcome) return { refused: await refusedTexts(sql, reader, outcome.refused) };
  return { units: outcome.units };
}

/** The codes of a message by id, and refusals of the texts that are not codes. */
interface ReadCodes {
  readonly texts: ReadonlyMap<number, string>;
  readonly unread: readonly RefusedText[];
}

/**
 * Looks up codes before the turn begins, so that others do not wait for it. For the system of a factory or dealer, goods of
 * others are unknown. Throws 429 if too many are unknown, unless they are counted elsewhere.
 */
async function readCodes(
  services: Services,
  shared: SharedServices,
  device: WarehouseDevice,
  codes: readonly string[] = [],
  { counted = true }: { readonly counted?: boolean } = {},
): Promise<ReadCodes> {
  const { results } = await CodeLookup.resolve(services, shared, device, codes, { forCapture: true, counted });
  return { texts: textsOf(codes, results), unread: results.filter((one) => typeof one === 'object') };
}
