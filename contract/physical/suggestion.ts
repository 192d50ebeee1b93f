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
    'Suggest what to load next on a waybill: for its open lines, lots of the warehouse and its zones that are on no ' +
    'other waybill, earliest expiry first, or earliest production date for goods that do not expire. Lots that are ' +
    'unreleased, expired or on hold are suggested only if the waybill or the warehouse allows them.',
  input: IdInput(),
  output: Type.Array(Suggestion),
});
