import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Id, IdInput, Nullable } from '../../thing/fields.ts';

/** A package to fetch for a waybill, in the order in which they should be fetched. */
export const Pick = Type.Object({
  line_id: Id(),
  /** The warehouse or zone where it stands. */
  place: Type.String(),
  code: Type.String(),
  level: Type.Integer(),
  /** Units to take, and those in the package: less than all are taken out of it. */
  units: Type.Integer(),
  of: Type.Integer(),
  product_id: Id(),
  product_name: Type.String(),
  lot: Type.String(),
  expiry_date: Nullable(Type.String()),
});
export type Pick = Type.Static<typeof Pick>;

export const picking = defineCall({
  method: 'GET',
  path: '/api/physical/freight/picking',
  access: ['freight:load'],
  summary:
    'List packages to fetch next for the open lines of a waybill: what should leave first, whole packages before parts, ' +
    'zone by zone. `short` has units that are not there.',
  input: IdInput(),
  output: Type.Object({
    rows: Type.Array(Pick),
    short: Type.Array(
      Type.Object({ line_id: Id(), product_id: Id(), product_name: Type.String(), units: Type.Integer() }),
    ),
  }),
});

export const pickingPaper = {
  method: 'GET',
  path: '/api/physical/freight/printpicking',
  access: ['freight:print'],
  summary: 'Get the packages to fetch for a waybill as PDF, zone by zone.',
  answers: 'file',
  traced: true,
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
