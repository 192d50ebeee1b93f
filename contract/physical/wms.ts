import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, maxScanned, Nullable, Reason, RequiredCode } from '../thing/fields.ts';

import { Identifier, Lot } from '../thing/identifiers.ts';
import { EventRefusal } from '../trace/refusal.ts';
import { maxLines, waybillStatuses } from './waybill/waybill.ts';

/** Calls of the warehouse management system (WMS) of a warehouse; docs/devices.md shows them. */

export const wmsEvents = ['load', 'ship'] as const;

export const WmsShipment = Input({
  /** An idempotency key of the sender, unique among its messages. */
  batch_key: Identifier(128),
  act: Type.Enum([...wmsEvents]),
  waybill_no: Identifier(64),
  /** The destination of a waybill that does not exist yet: a dealer for a sale, a warehouse for a transfer. */
  dealer_code: Type.Optional(Identifier(64)),
  to_warehouse_code: Type.Optional(Identifier(64)),
  /** The ordered lines of a waybill that does not exist yet. */
  lines: Type.Optional(
    Type.Array(
      Input({
        product_code: Identifier(64),
        lot: Type.Optional(Nullable(Lot())),
        quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
      }),
      { maxItems: maxLines },
    ),
  ),
  codes: Type.Optional(Type.Array(RequiredCode(), { maxItems: maxScanned })),
  /** The reason for loading in spite of an objection that can be overridden, or for shipping less than ordered. */
  reason: Type.Optional(Reason()),
});
export type WmsShipment = Type.Static<typeof WmsShipment>;

export const wmsShipments = defineCall({
  method: 'POST',
  path: '/api/devices/shipments',
  access: 'device',
  effect: 'own-record',
  summary:
    'Report what the WMS of a warehouse loads on a waybill and ships, with a key of the warehouse. An unknown waybill ' +
    'is created from its lines. Refusals are returned and become exceptions; a repeated message gets its first answer.',
  input: WmsShipment,
  output: Type.Object({
    waybill_id: Nullable(Id()),
    status: Nullable(Type.Enum([...waybillStatuses])),
    /** Codes and units that this message loaded, and units that left. */
    loaded: Type.Integer(),
    units: Type.Integer(),
    refusals: Type.Array(EventRefusal),
  }),
});
