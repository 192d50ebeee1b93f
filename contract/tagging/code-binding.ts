import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, Input, Nullable } from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { Changed, target } from './code-target.ts';

/** Binding codes to a product, lot and production date after they were issued. */

export const codesBind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/bind',
  access: ['readycreate:bind'],
  summary:
    'Bind codes to a product, lot and production date, or to a work order, whose product, lot and production date they get. ' +
    'Refused for codes that are closed, of another product, or on other goods already.',
  input: Input({
    ...target,
    /** The product, or else the work order. */
    product_id: Type.Optional(Id()),
    work_order_id: Type.Optional(Id()),
    lot: Type.Optional(Nullable(IdentifierOrNone(20))),
    production_date: Type.Optional(Nullable(Day())),
  }),
  output: Changed,
});
export const codesUnbind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/unbind',
  access: ['readycreate:unbind'],
  summary:
    'Unbind codes that nobody has used: refused when a consumer asked for one of them, a label with their product was made, or they ' +
    'are on goods.',
  input: Input(target),
  output: Changed,
});
