import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Code, Id, Input, RequiredCode } from '../thing/fields.ts';
import { actsAbout, defineActList, placeFields, successorFields, unitsFields } from '../trace/act-list.ts';
import { ActRow } from '../trace/act-row.ts';
import { BatchKey, Codes, deskAct, Reason } from '../trace/desk-act.ts';

/** 减货, 换货 and 解除运单关联: changes of a waybill after shipping. Refusals are answered with 409, in `data.refusals`. */
const Amended = Type.Object({
  /** The number of units taken off the waybill, or exchanged. */
  units: Type.Integer(),
});

export const minderlieferung = deskAct(
  '/api/physical/minderlieferung/add',
  ['minderlieferung:add'],
  'Take codes off a waybill after it has left: the goods are in the warehouse that is named.',
  Input({ waybill_id: Id(), codes: Codes(), reason: Reason(), to_warehouse_id: Id(), batch_key: BatchKey() }),
  Amended,
);

export const barter = deskAct(
  '/api/physical/barter/add',
  ['barter:add'],
  'Exchange codes of a waybill for others of the same product and as many units, in one act.',
  Input({
    waybill_id: Id(),
    pairs: Type.Array(Input({ old: RequiredCode(), new: RequiredCode() }), { minItems: 1, maxItems: 500 }),
    reason: Reason(),
    batch_key: BatchKey(),
  }),
  Amended,
);

export const rdcDissociated = deskAct(
  '/api/physical/rdcdissociated/add',
  ['rdcdissociated:add'],
  'Set codes of a waybill free, or all of them: the goods are again in the warehouse that they left.',
  Input({ waybill_id: Id(), codes: Type.Optional(Codes()), reason: Reason(), batch_key: BatchKey() }),
  Amended,
);

/** 减货查询, 换货查询, 解除运单关联: each shows its own acts. */
export const shortDeliveries = defineActList(
  'minderlieferung',
  '/api/physical/minderlieferung',
  actsAbout.waybill,
  { page: 'What was taken off waybills after they had left, the latest first, and where the goods were put.' },
  { ...unitsFields, ...placeFields },
);

export const exchanges = defineActList(
  'barter',
  '/api/physical/barter',
  actsAbout.waybill,
  {
    page: 'What was exchanged on waybills after they had left, the latest first: the codes taken off, and those instead.',
  },
  { ...successorFields, ...unitsFields },
);

export const waybillsSetFree = defineActList(
  'rdcdissociated',
  '/api/physical/rdcdissociated',
  actsAbout.waybill,
  { page: 'Goods that were set free of waybills, the latest first.' },
  unitsFields,
);

export const shipmentHistory = defineCall({
  method: 'GET',
  path: '/api/physical/freight/history',
  access: ['freight', 'boxcode'],
  summary: 'The latest acts that moved goods, or those of one waybill; or all that was done to one code.',
  input: Input({
    waybill_id: Type.Optional(Id()),
    code: Type.Optional(Code()),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Array(ActRow),
});
