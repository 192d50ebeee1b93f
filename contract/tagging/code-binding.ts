import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Code, Day, Id, Input, Nullable } from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { Quantity } from './code-order.ts';
import { maxCodes } from './code-query.ts';

/** Selects codes: a whole order; a range of it, by numbers (from 1) or by first and last code; or a list of codes as printed. */
export const target = {
  order_id: Type.Optional(Id()),
  from: Type.Optional(Quantity()),
  to: Type.Optional(Quantity()),
  first_code: Type.Optional(Code()),
  last_code: Type.Optional(Code()),
  codes: Type.Optional(Type.Array(Code(), { minItems: 1, maxItems: maxCodes })),
};

/** The number of codes changed, and of those that were in the wanted state already. */
export const Changed = Type.Object({ id: Nullable(Id()), changed: Type.Integer(), unchanged: Type.Integer() });

/** Binding codes to a product, lot and production date after they were issued. */

export const codesBind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/bind',
  access: ['readycreate:bind'],
  summary:
    'Bind codes to a product, lot and production date, or to a work order with its product, lot and production date. ' +
    'Refused for codes that are closed, of another product, or already on other goods.',
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
    'Unbind unused codes. Refused if a consumer queried one of them, a label with their product was made, or they are ' +
    'on goods.',
  input: Input(target),
  output: Changed,
});
