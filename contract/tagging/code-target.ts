import Type from 'typebox';
import { Code, Id, Nullable } from '../thing/fields.ts';
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
