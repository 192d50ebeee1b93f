import Type from 'typebox';
import { deskEvent } from '../../call/call.ts';
import { Codes, Id, Input, Nullable, Text } from '../../thing/fields.ts';
import { BatchKey } from '../../thing/identifiers.ts';
import { defineEventList, placeFields, unitsFields } from '../../trace/event-list.ts';
import { EventRefusal } from '../../trace/refusal.ts';

/** A code that was stored. */
const StoredCode = Type.Object({
  /** The code as sent, and as printed. */
  code: Type.String(),
  printed: Type.String(),
  product_id: Nullable(Id()),
  lot: Nullable(Type.String()),
  units: Type.Integer(),
  /** It was there already: nothing was recorded. */
  known: Type.Boolean(),
  /** The zone that it came from, where it can be put back; null if it was missing. */
  from_warehouse_id: Nullable(Id()),
  /** It was missing, and is found. */
  found: Type.Boolean(),
});
export type StoredCode = Type.Static<typeof StoredCode>;

/** 移库: stores goods in another zone of the same warehouse, without a waybill. */
export const stockMove = deskEvent(
  '/api/physical/stockdetail/move',
  ['stock:move'],
  'Move goods to a zone of the same warehouse. Each code is accepted or refused separately. Missing goods are found by ' +
    'it. Goods on hold can only be moved to a quarantine or returns zone. `take_out` takes goods out of the package ' +
    'that they are in; `put_back` takes such a move back: goods that are stored where they were lie in that package again, and ' +
    '`not_put_back` names the packages where that was impossible.',
  Input({
    warehouse_id: Id(),
    codes: Codes(),
    take_out: Type.Optional(Type.Boolean()),
    put_back: Type.Optional(Type.Boolean()),
    reason: Type.Optional(Text(512)),
    batch_key: BatchKey(),
  }),
  Type.Object({
    stored: Type.Array(StoredCode),
    refusals: Type.Array(EventRefusal),
    not_put_back: Type.Array(EventRefusal),
  }),
);

/** Everything that was stored: moved within a warehouse, handed over to it, or found. */
export const storedGoods = defineEventList(
  'stock',
  '/api/physical/stockmoves',
  {},
  { page: 'List what was stored in warehouses and zones, newest first.' },
  { ...unitsFields, ...placeFields },
);
