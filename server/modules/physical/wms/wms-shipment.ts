import type { WaybillStatus } from '../../../../contract/physical/waybill.ts';
import type { WmsShipment } from '../../../../contract/physical/wms.ts';
import type { WarehouseDevice } from '../../../platform/access/devices.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { momentOf } from '../../../trace/asked/moment.ts';
import { type RefusedText, refusedTexts } from '../../../trace/asked/refused-texts.ts';
import type { LoadAct } from '../../../trace/capture/acts/acting/act-input.ts';
import type { Refused } from '../../../trace/capture/acts/acting/refused.ts';
import { custodianOf } from '../../../trace/custody/custodian.ts';
import { depart, departureOf } from '../waybill/life/departure.ts';
import { type ReadCodes, readCodes } from './wms-codes.ts';
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

/** What a message names, looked up before the turn began. */
export interface ReadShipment {
  readonly codes: ReadCodes;
  /** Undefined if the sender knows no such recipient. */
  readonly to: Receiver | undefined;
}

export async function readShipment(
  services: Services,
  rooms: Pick<Rooms, 'rules'>,
  device: WarehouseDevice,
  message: WmsShipment,
): Promise<ReadShipment> {
  const [codes, to] = await Promise.all([
    readCodes(services, rooms, device, message.codes),
    receiverOf(services, device, message),
  ]);
  return { codes, to };
}

/** Carries out a message of a WMS, in the transaction of the current turn. Nothing is shipped if anything is refused. */
export async function carryOutShipment(
  sql: Connection,
  rooms: Rooms,
  device: WarehouseDevice,
  message: WmsShipment,
  { codes, to }: ReadShipment,
): Promise<Shipped> {
  const waybill = await waybillOf(sql, device, message, to);
  if ('refused' in waybill) return refusedWhole(null, null, waybill.refused);
  const { id } = waybill;
  const loading = await loadCodes(sql, rooms, device, id, message, codes);
  const status = await statusOf(sql, id);
  if (message.act === 'load' || loading.refused.length > 0) return { waybillId: id, status, units: 0, ...loading };
  // The message repeats under another key what is done already.
  if (status === 'shipped' && loading.loaded === 0) return { waybillId: id, status, units: 0, ...loading };
  const shipping = await shipAll(sql, rooms, device, id, message);
  if ('refused' in shipping) return refusedWhole(id, status, shipping.refused);
  return { waybillId: id, status: 'shipped', ...shipping, ...loading };
}

const refusedWhole = (
  waybillId: number | null,
  status: WaybillStatus | null,
  refused: readonly RefusedText[],
): Shipped => ({
  ...{ waybillId, status, refused },
  ...{ loaded: 0, units: 0, ids: [] },
});

async function statusOf(sql: Connection, id: number): Promise<WaybillStatus> {
  const [row] = await sql<{ status: WaybillStatus }[]>`select status from waybill where id = ${id}`;
  return (row as { status: WaybillStatus }).status;
}

const doneBy = (device: WarehouseDevice) => ({
  ...momentOf(undefined),
  by: { accountId: null, deviceKeyId: device.keyId },
  custodian: custodianOf(device),
});

/** Loads each code separately. Codes that are on the waybill already stay there. */
async function loadCodes(
  sql: Connection,
  { rules, capture }: Rooms,
  device: WarehouseDevice,
  waybillId: number,
  { reason }: WmsShipment,
  { texts, unread }: ReadCodes,
): Promise<Pick<Shipped, 'loaded' | 'refused' | 'ids'>> {
  const inputs = [...texts.keys()].map(
    (code): LoadAct => ({ ...doneBy(device), act: 'load', waybillId, code, overrideReason: reason ?? null }),
  );
  const captured = await capture.actIn(sql, inputs);
  const refused = captured
    .flatMap((one): readonly Refused[] => ('refused' in one ? one.refused : []))
    .filter((one) => !isOnIt(one, waybillId));
  return {
    loaded: captured.filter((one) => !('refused' in one)).length,
    refused: [...unread, ...(await refusedTexts(sql, rules, refused, texts))],
    ids: refused.map(({ code }) => code),
  };
}

const isOnIt = ({ reason, conflict }: Refused, waybillId: number): boolean =>
  reason === 'loaded_already' &&
  typeof conflict === 'object' &&
  conflict !== null &&
  'waybillId' in conflict &&
  conflict.waybillId === waybillId;

/** Ships everything on the waybill. */
async function shipAll(
  sql: Connection,
  rooms: Rooms,
  device: WarehouseDevice,
  waybillId: number,
  { waybill_no, reason = '' }: WmsShipment,
): Promise<{ readonly units: number } | { readonly refused: readonly RefusedText[] }> {
  const whole = (of: RefusedText['reason'], conflict: string) => ({ refused: [{ code: '', reason: of, conflict }] });
  const departure = await departureOf(sql, waybillId);
  if (departure.codes.length === 0) return whole('nothing_loaded', waybill_no);
  const why = reason.trim() || null;
  if (departure.short > 0 && !why) return whole('under_quantity', String(departure.short));
  const shipped = await depart(sql, rooms, doneBy(device), { ...departure, waybillId, reason: why });
  if ('refused' in shipped) return { refused: await refusedTexts(sql, rooms.rules, shipped.refused) };
  return { units: shipped.units };
}
