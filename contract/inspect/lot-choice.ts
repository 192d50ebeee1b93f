import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, Input, Text } from '../thing/fields.ts';

export const lotChoices = defineCall({
  method: 'GET',
  path: '/api/inspect/lots/list',
  access: ['queryconsumerwarning', 'inspectrecord', 'diversion'],
  parties: 'enterprise',
  summary: 'List lots by which to filter warnings, inspections and diversion, newest first; at most 50.',
  input: Input({
    keyword: Type.Optional(Text(64)),
    /** This lot is included in any case, and comes first. */
    id: Type.Optional(Id()),
  }),
  output: Type.Array(Type.Object({ id: Id(), lot_no: Type.String(), product_name: Type.String() })),
});
