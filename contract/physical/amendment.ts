import Type from 'typebox';
import { defineCall, deskEvent } from '../call/call.ts';
import { Code, Codes, Id, Input, Nullable, Reason, RequiredCode } from '../thing/fields.ts';
import { BatchKey } from '../thing/identifiers.ts';

import { defineEventList, eventsAbout, placeFields, successorFields, unitsFields } from '../trace/event-list.ts';
import { EventRow } from '../trace/event-row.ts';

/** 减货, 换货 and 解除运单关联: changes of a waybill after shipping. Refusals are answered with 409, in `data.refusals`. */
const Amended = Type.Object({
  /** The number of units taken off the waybill, or exchanged. */
  units: Type.Integer(),
  /** The hold of what was taken off damaged. */
  held: Nullable(Type.String()),
});

/** What is taken off is damaged, and on hold from then on. */
const Damaged = () => Type.Optional(Type.Boolean());

export const minderlieferung = deskEvent(
  '/api/physical/minderlieferung/add',
  ['minderlieferung:add'],
  'Take codes off a waybill that has left, and put the goods in the given warehouse: back on sale, or on hold if they ' +
    'are damaged.',
  Input({
    waybill_id: Id(),
    codes: Codes(),
    reason: Reason(),
    to_warehouse_id: Id(),
    damaged: Damaged(),
    batch_key: BatchKey(),
  }),
  Amended,
);

export const barter = deskEvent(
  '/api/physical/barter/add',
  ['barter:add'],
  'Exchange codes of a waybill for others of the same product and number of units, in one event. Those taken off are ' +
    'on sale again in the warehouse that they left, or on hold if they are damaged.',
  Input({
    waybill_id: Id(),
    pairs: Type.Array(Input({ old: RequiredCode(), new: RequiredCode() }), { minItems: 1, maxItems: 500 }),
    reason: Reason(),
    damaged: Damaged(),
    batch_key: BatchKey(),
  }),
  Amended,
);

export const rdcDissociated = deskEvent(
  '/api/physical/rdcdissociated/add',
  ['rdcdissociated:add'],
  'Release some or all codes from a waybill. The goods return to the warehouse that they left.',
  Input({ waybill_id: Id(), codes: Type.Optional(Codes()), reason: Reason(), batch_key: BatchKey() }),
  Amended,
);

/** 减货查询, 换货查询, 解除运单关联: each shows its own events. */
export const shortDeliveries = defineEventList(
  'minderlieferung',
  '/api/physical/minderlieferung',
  eventsAbout.waybill,
  {
    page: 'List what was taken off waybills after they had left, newest first, with the warehouse that received the goods.',
  },
  { ...unitsFields, ...placeFields },
);

export const exchanges = defineEventList(
  'barter',
  '/api/physical/barter',
  eventsAbout.waybill,
  {
    page: 'List exchanges on waybills after they had left, newest first, with the codes taken off and their replacements.',
  },
  { ...successorFields, ...unitsFields },
);

export const waybillsSetFree = defineEventList(
  'rdcdissociated',
  '/api/physical/rdcdissociated',
  eventsAbout.waybill,
  { page: 'List goods that were released from waybills, newest first.' },
  unitsFields,
);

export const shipmentHistory = defineCall({
  method: 'GET',
  path: '/api/physical/freight/history',
  access: ['freight', 'boxcode', 'stock'],
  summary: 'List the latest events that moved goods, those of one waybill, or all events of one code.',
  input: Input({
    waybill_id: Type.Optional(Id()),
    code: Type.Optional(Code()),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Array(EventRow),
});
