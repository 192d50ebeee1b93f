import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Code, Id, Input, Nullable, Text } from '../thing/fields.ts';
import { exportFormats } from '../thing/list.ts';

/** 原料查询: from a lot of material forward to what was made of it, and from a code or a product's lot back to its materials. */

const Asked = {
  /** Forward: a lot of material, of one material or of any. */
  material_lot: Type.Optional(Text(64)),
  material_id: Type.Optional(Id()),
  /** Back: a code, or the lot of a product. */
  code: Type.Optional(Code()),
  product_lot: Type.Optional(Text(64)),
};

const FlowNode = Type.Object({
  /** `<step>:<id>`, once in a flow. */
  key: Type.String(),
  /** Of the record it stands for. */
  id: Id(),
  title: Type.String(),
  note: Nullable(Type.String()),
  quantity: Nullable(Type.Number()),
  unit: Nullable(Type.String()),
});
export type FlowNode = Type.Static<typeof FlowNode>;

const FlowLink = Type.Object({
  from: Type.String(),
  to: Type.String(),
  quantity: Nullable(Type.Number()),
  unit: Nullable(Type.String()),
});
export type FlowLink = Type.Static<typeof FlowLink>;

export const MaterialFlow = Type.Object({
  /** In the order in which goods pass them. Each is named by the text `materialquery.step.<key>`. */
  steps: Type.Array(Type.Object({ key: Type.String(), nodes: Type.Array(FlowNode) })),
  links: Type.Array(FlowLink),
  /** There are more work orders than are told. */
  more: Type.Boolean(),
});
export type MaterialFlow = Type.Static<typeof MaterialFlow>;

export const materialFlow = defineCall({
  method: 'GET',
  path: '/api/plant/materialquery/flow',
  access: ['materialquery'],
  traced: true,
  summary:
    'From a lot of material to the work orders that used it, and on to lots and packages; or from a code or a lot of a product ' +
    'back to the materials of its work orders. One of `material_lot`, `code` and `product_lot` is given.',
  input: Input(Asked),
  output: MaterialFlow,
});

export const materialFlowExport = {
  method: 'GET',
  path: '/api/plant/materialquery/export',
  access: ['materialquery:export'],
  answers: 'file',
  traced: true,
  summary: 'The same as XLSX or CSV: a line for each amount that went from one to the next.',
  input: Input({ ...Asked, format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
