import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Code, Id, Input, RequiredCode } from '../thing/fields.ts';
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

/** The acts in the history of each logistics screen. */
export const lookedBackOn = {
  minderlieferung: ['void_ship'],
  barter: ['ship', 'void_ship'],
  rdcdissociated: ['void_ship'],
  dissociated: ['void_return'],
} as const;
export type LookedBackOn = keyof typeof lookedBackOn;

export const shipmentHistory = defineCall({
  method: 'GET',
  path: '/api/physical/freight/history',
  access: ['freight', 'boxcode', 'minderlieferung', 'barter', 'rdcdissociated', 'dissociated'],
  summary: 'The latest acts that moved goods, those of one screen or of one waybill; or all that was done to one code.',
  input: Input({
    screen: Type.Optional(Type.Enum(Object.keys(lookedBackOn) as LookedBackOn[])),
    waybill_id: Type.Optional(Id()),
    code: Type.Optional(Code()),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Array(ActRow),
});
