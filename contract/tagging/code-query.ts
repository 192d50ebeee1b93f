import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Code, Id, Input, Moment, Nullable } from '../thing/fields.ts';
import { exportFormats } from '../thing/list.ts';
import { names } from '../thing/referred.ts';
import { readOnly, rowOf } from '../thing/thing-fields.ts';
import { type EventType, eventTypes } from '../trace/events.ts';
import { Quantity } from './code-order.ts';

/** Looking up codes, alone or in bulk. */

export const codeStates = ['unknown', 'issued', 'bound', 'sampled', 'inactive', 'destroyed', 'void'] as const;

/** What can have happened to a code last: an event; else it was issued, bound or closed as one of a range, or scanned. */
export const lastEvents = [
  ...(Object.keys(eventTypes) as EventType[]),
  'issued',
  'bound',
  'closed',
  'scanned',
] as const;

export const codeFacts = {
  input: readOnly(Type.String()),
  /** The code as printed; null if it is not one of the system. */
  code: readOnly(Nullable(Type.String())),
  /**
   * `issued`: a pre-code without a product. `bound`: it has a product. `sampled`, `inactive` (its goods have another code),
   * `destroyed`: by events. `void`: it is closed, alone or with its order.
   */
  state: readOnly(Type.Enum([...codeStates])),
  /** Why it is none, or contradicts its label, in words and with what to do; null for a code that is read without fault. */
  refused: readOnly(Nullable(Type.String())),
  rule_name: readOnly(Nullable(Type.String())),
  order_id: readOnly(Nullable(Id()), { exported: false }),
  order_no: readOnly(Nullable(Type.String()), names('code_order', 'order_id')),
  product_id: readOnly(Nullable(Id()), { exported: false }),
  product_code: readOnly(Nullable(Type.String()), names('product', 'product_id')),
  product_name: readOnly(Nullable(Type.String()), names('product', 'product_id')),
  lot: readOnly(Nullable(Type.String()), names('lot', 'lot')),
  production_date: readOnly(Nullable(Type.String())),
  /** It is on hold, or something in it is. */
  on_hold: readOnly(Type.Boolean()),
  /** The package that it lies in. */
  parent: readOnly(Nullable(Type.String())),
  scan_count: readOnly(Type.Integer()),
  first_scan_at: readOnly(Nullable(Moment())),
  /** What happened to it last, alone or in its package. */
  last_event: readOnly(Nullable(Type.Enum([...lastEvents]))),
  last_event_at: readOnly(Nullable(Moment())),
};
export const CodeFacts = Type.Object(rowOf(codeFacts));
export type CodeFacts = Type.Static<typeof CodeFacts>;

export const maxCodes = 100_000;
const codesAsked = {
  codes: Type.Optional(Type.Array(Code(), { minItems: 1, maxItems: maxCodes })),
  order_id: Type.Optional(Id()),
  /** The range of numbers in the order, from 1; at most 100 000 codes. */
  from: Type.Optional(Quantity()),
  to: Type.Optional(Quantity()),
};
export const codesQuery = defineCall({
  method: 'POST',
  path: '/api/tagging/codes/query',
  effect: 'none',
  access: ['rulenews'],
  traced: true,
  summary: 'Look up codes, in the order given: as printed, as URL, as element string, or by order and number in it.',
  input: Input(codesAsked),
  output: Type.Array(CodeFacts),
});
export const codesExport = {
  method: 'POST',
  path: '/api/tagging/codes/export',
  effect: 'none',
  access: ['rulenews:export'],
  traced: true,
  answers: 'file',
  summary: 'Export a look-up of codes as a file.',
  input: Input({ ...codesAsked, format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;
