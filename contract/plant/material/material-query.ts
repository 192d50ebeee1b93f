import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Code, Id, Input, Nullable } from '../../thing/fields.ts';
import { IdentifierOrNone } from '../../thing/identifiers.ts';
import { exportFormats } from '../../thing/list.ts';
import { PartlyOnHold } from '../../trace/on-hold.ts';

/** 原料查询: tracing forward from a material lot to the goods made of it, and back from a code or product lot to its materials. */

const FlowInput = {
  /** Forward: a material lot, of a given material or of any. */
  material_lot: Type.Optional(IdentifierOrNone(64)),
  material_id: Type.Optional(Id()),
  /** Back: a code, or a product lot. */
  code: Type.Optional(Code()),
  product_lot: Type.Optional(IdentifierOrNone(64)),
};

const FlowNode = Type.Object({
  /** `<step>:<id>`, unique in a flow. */
  key: Type.String(),
  /** The id of the record. */
  id: Id(),
  title: Type.String(),
  note: Nullable(Type.String()),
  quantity: Nullable(Type.Number()),
  unit: Nullable(Type.String()),
  /** Of product lots and their packages that are on hold. */
  on_hold: Type.Optional(PartlyOnHold),
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
  /** In the order in which the goods pass them; the text of a step is `materialquery.step.<key>`. */
  steps: Type.Array(Type.Object({ key: Type.String(), nodes: Type.Array(FlowNode) })),
  links: Type.Array(FlowLink),
  /** There are more work orders than those in the answer. */
  more: Type.Boolean(),
});
export type MaterialFlow = Type.Static<typeof MaterialFlow>;

export const materialFlow = defineCall({
  method: 'GET',
  path: '/api/plant/materialquery/flow',
  access: ['materialquery'],
  traced: true,
  summary:
    'Trace a lot of material forward to work orders, lots, packages, waybills and dealers, or a code or product lot ' +
    'back to its materials and forward to where they went. Takes one of `material_lot`, `code` and `product_lot`.',
  input: Input(FlowInput),
  output: MaterialFlow,
});

export const materialFlowExport = {
  method: 'GET',
  path: '/api/plant/materialquery/export',
  access: ['materialquery:export'],
  answers: 'file',
  traced: true,
  summary: 'Export the trace as XLSX or CSV, a line for each quantity that passed from one node to the next.',
  input: Input({ ...FlowInput, format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
