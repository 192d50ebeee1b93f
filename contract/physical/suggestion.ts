import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, Nullable } from '../thing/fields.ts';

/** Units of one lot that are suggested for loading next, for a line of a waybill. */
export const Suggestion = Type.Object({
  line_id: Id(),
  product_id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  lot: Type.String(),
  expiry_date: Nullable(Type.String()),
  production_date: Nullable(Type.String()),
  units: Type.Integer(),
});
export type Suggestion = Type.Static<typeof Suggestion>;

export const suggestions = defineCall({
  method: 'GET',
  path: '/api/physical/freight/suggest',
  access: ['freight:load'],
  summary:
    'What to load next on a waybill: for what its lines still want, lots in the warehouse and its zones that are on no other waybill, ' +
    'those that expire first before the others; what does not expire by its day of production. Lots that are not released, expired ' +
    'or on hold are among them only if the waybill takes such goods, or the warehouse allows them.',
  input: IdInput(),
  output: Type.Array(Suggestion),
});
