import Type from 'typebox';
import { workFields, workFilter } from '../access/work-fields.ts';
import { defineCall, deskEvent } from '../call/call.ts';
import { Codes, Id, IdInput, Input, Moment, Nullable, Reason, Text } from '../thing/fields.ts';
import { BatchKey, Identifier } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, periodIn, readOnly, required } from '../thing/thing-fields.ts';
import { defineEventList, eventsAbout, unitsFields } from '../trace/event-list.ts';
import { onHold } from '../trace/on-hold.ts';
import { EventRefusal, refusalReasons } from '../trace/refusal.ts';
import { maxLines, OrderedLine } from './waybill/waybill.ts';

export const refundStatuses = ['requested', 'receiving', 'inspecting', 'closed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const inspectionResults = ['restock', 'rework', 'scrap'] as const;
export type InspectionResult = (typeof inspectionResults)[number];

/** An ordered line, with the units that came back. */
export const RefundLine = Type.Object({
  id: Id(),
  product_id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  lot: Nullable(Type.String()),
  quantity: Type.Integer(),
  received: Type.Integer(),
});

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const refund = defineThing({
  key: 'refund',
  table: 'refund',
  code: 'refund_no',
  path: '/api/physical/refund',
  fields: {
    /** By default, the next number of the number range. */
    refund_no: defaulted(Identifier(64), { sort: true, fixed: true }),
    status: readOnly(Type.Enum([...refundStatuses]), { sort: true, filter: true }),
    dealer_id: required(Id(), { filter: true, fixed: true, exported: false }),
    dealer_code: ReadOnlyText(),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'dealer_id')),
    /** The warehouse in which the goods are kept apart until they are inspected, and to which they go afterwards. */
    warehouse_id: required(Id(), { filter: true, fixed: true, exported: false }),
    warehouse_code: ReadOnlyText(),
    warehouse_name: readOnly(Nullable(Type.String()), names('warehouse', 'warehouse_id')),
    waybill_id: optional(Id(), { filter: true, exported: false }),
    waybill_no: readOnly(Nullable(Type.String()), names('waybill', 'waybill_id')),
    reason: required(Reason()),
    /** Whether the caller may act for the warehouse: take goods back, inspect them, and close the return. */
    receives: readOnly(Type.Boolean(), { exported: false }),
    /** Units planned, received and inspected. */
    planned: readOnly(Type.Integer()),
    received: readOnly(Type.Integer()),
    inspected: readOnly(Type.Integer()),
    /** Who is to take its goods back, or inspect those that have come back, and until when. */
    ...workFields,
    lines: defaulted(Type.Array(OrderedLine(), { maxItems: maxLines }), {
      withoutColumn: true,
      exported: false,
      row: Type.Array(RefundLine),
    }),
    remark: optional(Text(512)),
    /** Filters by the time at which goods came back, not by `created_at`. */
    period: periodIn('created_at'),
    ...moments,
  },
  // Returns by which this product came back; returns with goods that wait for their inspection.
  filters: { product_id: Type.Optional(Id()), waits: Type.Optional(Type.Enum(['inspection'])), ...workFilter },
  chosenOn: ['dissociated'],
  answer: { refund_no: Type.String() },
  summaries: {
    page: 'List returns (paged).',
    add: 'Request a return. A dealer requests its own returns.',
    update:
      'Change a return that has received no goods. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a return that has received no goods.',
  },
});
export type Refund = RowOf<typeof refund>;

export const RefundCode = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  units: Type.Integer(),
  waybill_no: Nullable(Type.String()),
  /** Why the goods should not have come from this dealer; null if they should. */
  cause: Nullable(Type.Enum([...refusalReasons])),
  result: Nullable(Type.Enum([...inspectionResults])),
  result_reason: Nullable(Type.String()),
  received_at: Moment(),
  inspected_at: Nullable(Moment()),
  ...onHold,
});
export type RefundCode = Type.Static<typeof RefundCode>;

export const refundDetail = defineCall({
  method: 'GET',
  path: '/api/physical/refund/detail',
  access: ['refund', 'dissociated'],
  summary: 'Get a return with the goods received.',
  input: IdInput(),
  output: Type.Object({
    ...refund.Row.properties,
    /** People whom the caller may not see are null, here and below. */
    created_by: Nullable(Type.String()),
    created_by_id: Nullable(Id()),
    closed_at: Nullable(Moment()),
    closed_by: Nullable(Type.String()),
    closed_by_id: Nullable(Id()),
    /** The settlements with the dealer that it was agreed in, and their cases; none for a dealer. */
    settlements: Type.Array(
      Type.Object({ id: Id(), settlement_no: Type.String(), case_id: Id(), case_no: Type.String() }),
    ),
    codes: Type.Array(RefundCode),
  }),
});

export const receiveReturn = deskEvent(
  '/api/physical/refund/receive',
  ['refund:receive'],
  'Receive returned codes, kept apart from other stock. Codes that were not sold to this dealer are accepted with ' +
    'their reason, for a person to settle.',
  Input({ id: Id(), codes: Codes(), batch_key: BatchKey() }),
  Type.Object({
    received: Type.Array(
      Type.Object({
        code: Type.String(),
        product_id: Nullable(Id()),
        units: Type.Integer(),
        cause: Nullable(Type.Enum([...refusalReasons])),
      }),
    ),
    refusals: Type.Array(EventRefusal),
  }),
);

export const inspectReturn = deskEvent(
  '/api/physical/refund/inspect',
  ['refund:inspect'],
  'Decide whether returned goods are restocked, reworked or destroyed. Refusals are in `data.refusals` (409).',
  Input({
    id: Id(),
    codes: Codes(),
    result: Type.Enum([...inspectionResults]),
    reason: Reason(),
    batch_key: BatchKey(),
  }),
  Type.Object({ units: Type.Integer() }),
);

export const closeReturn = defineCall({
  method: 'POST',
  path: '/api/physical/refund/close',
  access: ['refund:close'],
  summary: 'Close a return whose goods are all inspected, and reworked where required.',
  input: IdInput(),
  output: Type.Object({ id: Id(), status: Type.Enum([...refundStatuses]) }),
});

export const dissociated = deskEvent(
  '/api/physical/dissociated/add',
  ['dissociated:add'],
  'Release codes from a return, as if it had not received them. Refusals are in `data.refusals` (409).',
  Input({ refund_id: Id(), codes: Codes(), reason: Reason(), batch_key: BatchKey() }),
  Type.Object({ units: Type.Integer() }),
);

/** 解除退货关联: goods that were set free of returns. */
export const returnsSetFree = defineEventList(
  'dissociated',
  '/api/physical/dissociated',
  eventsAbout.refund,
  { page: 'List goods that were released from returns, newest first.' },
  unitsFields,
);

export const returnWarehouses = defineCall({
  method: 'GET',
  path: '/api/physical/refund/warehouses',
  access: ['refund'],
  summary: "List the warehouses that can receive returned goods: the enterprise's and its factories'; at most 500.",
  input: Input({ id: Type.Optional(Id()) }),
  output: Type.Array(Type.Object({ id: Id(), warehouse_code: Type.String(), warehouse_name: Type.String() })),
});
