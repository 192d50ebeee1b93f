import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, Input, Nullable, Text } from '../thing/fields.ts';
import { Changed, target } from './code-target.ts';

/** Binding codes to a product, lot and production date after they were issued. */

export const codesBind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/bind',
  access: ['readycreate:bind'],
  summary: 'Bind codes to a product, lot and production date. Refused for codes that are closed or of another product.',
  input: Input({
    ...target,
    product_id: Id(),
    lot: Type.Optional(Nullable(Text(20))),
    production_date: Type.Optional(Nullable(Day())),
  }),
  output: Changed,
});
export const codesUnbind = defineCall({
  method: 'POST',
  path: '/api/tagging/segments/unbind',
  access: ['readycreate:unbind'],
  summary:
    'Unbind codes that nobody has used: refused when a consumer asked for one of them, or a label with their product was made.',
  input: Input(target),
  output: Changed,
});
