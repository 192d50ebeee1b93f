import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Day, Id, IdInput, IdOutput, Input, Nullable, RequiredCode, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { count, defineReport, units } from '../thing/report.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { beganBy, periodIn, readOnly, takenBy } from '../thing/thing-fields.ts';

/** 成品交接单: handover notes, by which a line hands finished goods to a warehouse, counted and signed by both. */

export const handoverStatuses = ['draft', 'handed', 'received', 'withdrawn'] as const;
export type HandoverStatus = (typeof handoverStatuses)[number];

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const handover = defineList({
  key: 'connect',
  table: 'handover',
  path: '/api/report/connect',
  fields: {
    handover_no: readOnly(Type.String(), { sort: true }),
    status: readOnly(Type.Enum([...handoverStatuses]), { sort: true, filter: true }),
    work_order_id: readOnly(Id(), { filter: true, exported: false }),
    order_no: readOnly(Type.String(), names('work_order', 'work_order_id')),
    product_id: readOnly(Id(), { filter: true, exported: false }),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    lot: readOnly(Nullable(Type.String()), names('lot', 'lot')),
    line_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    line_name: ReadOnlyText(),
    warehouse_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    warehouse_name: ReadOnlyText(),
    /** The number of outermost packages, of incomplete ones among them, and of all units. */
    packages: readOnly(Type.Integer(), { sort: true }),
    remainders: readOnly(Type.Integer()),
    units: readOnly(Type.Integer(), { sort: true }),
    ...takenBy('handed', { sort: true }),
    ...takenBy('received', { sort: true }),
    /** The number of packages that the warehouse counted. */
    counted: readOnly(Nullable(Type.Integer())),
    difference_reason: ReadOnlyText(),
    ...takenBy('withdrawn'),
    withdrawal_reason: ReadOnlyText(),
    remark: ReadOnlyText(),
    ...beganBy('created'),
    period: periodIn('handed_at'),
  },
  filters: keyword,
  // `/export` is the export of the report, so that of the list has another path.
  calls: { export: { path: '/api/report/connect/exportlist' } },
  summaries: { page: 'List handover notes from lines to warehouses (paged).' },
});
export type Handover = RowOf<typeof handover>;

/**
 * Goods handed over. A note counts on the day on which the line signed it; a withdrawn note counts as withdrawn, without its
 * goods.
 */
export const handovers = defineReport({
  key: 'connect',
  figures: {
    notes: count(),
    handed_packages: count(),
    handed_units: units(),
    waiting_notes: count(),
    received_notes: count(),
    counted_packages: count(),
    missing_packages: count(),
    withdrawn_notes: count(),
  },
  groups: ['day', 'week', 'month', 'line', 'product', 'order', 'warehouse'],
  narrowings: ['line', 'product', 'order', 'warehouse'],
  summary:
    "Handover notes signed by lines, their packages and units, and the warehouses' counts, by day, week, month, line, " +
    'product, work order or warehouse.',
});

/** The maximum number of packages on a handover note. */
export const maxHandedOver = 5000;

export const handoverReady = defineCall({
  method: 'GET',
  path: '/api/report/connect/ready',
  access: ['connect:add'],
  summary:
    'List packed goods of a work order that are on no other handover note: outermost packages, incomplete packages, ' +
    'units.',
  input: Input({ work_order_id: Id() }),
  output: Type.Object({
    packages: Type.Integer(),
    remainders: Type.Integer(),
    units: Type.Integer(),
    warehouse_name: Nullable(Type.String()),
    /** There are more packages than fit on one note. */
    more: Type.Boolean(),
  }),
});

export const handoverAdd = defineCall({
  method: 'POST',
  path: '/api/report/connect/add',
  access: ['connect:add'],
  summary: 'Create a handover note for the packed goods of a work order that are on no other note.',
  input: Input({ work_order_id: Id(), remark: Type.Optional(Text(512)) }),
  output: Type.Object({ ...IdOutput().properties, handover_no: Type.String() }),
});

export const handoverDelete = defineCall({
  method: 'POST',
  path: '/api/report/connect/delete',
  access: ['connect:delete'],
  summary: 'Delete an unsigned handover note. Its packages can be put on another one.',
  input: IdInput(),
  output: Type.Null(),
});

export const handoverHand = defineCall({
  method: 'POST',
  path: '/api/report/connect/hand',
  access: ['connect:hand'],
  summary:
    'Sign a handover note for the line: the packages match the note. Refused if one of them was opened or repacked ' +
    'since.',
  input: IdInput(),
  output: IdOutput(),
});

export const handoverReceive = {
  method: 'POST',
  path: '/api/report/connect/receive',
  access: ['connect:sign'],
  secondPerson: 'connect:hand',
  begunBy: 'handed_by_id',
  effect: 'own-record',
  summary:
    'Sign a handover note for the warehouse, as another person: packages counted, reason for a difference, and missing ' +
    'ones. Goods still at the line are in stock from then on; missing ones can be put on another note.',
  input: Input({
    id: Id(),
    counted: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    /** The codes of the missing packages. If goods are in stock only after the handover, all of them must be given. */
    missing: Type.Optional(Type.Array(RequiredCode(), { maxItems: maxHandedOver })),
    difference_reason: Type.Optional(RequiredText(256)),
  }),
  output: IdOutput(),
} as const satisfies Call;

export const handoverWithdraw = defineCall({
  method: 'POST',
  path: '/api/report/connect/withdraw',
  access: ['connect:sign'],
  effect: 'own-record',
  summary:
    'Withdraw a signed handover note, with a reason. Goods it put in stock are at their line again, and can be put on ' +
    'another note. Refused (409) if some of them left the warehouse or were opened since.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});

export const handoverDetail = defineCall({
  method: 'GET',
  path: '/api/report/connect/detail',
  access: ['connect'],
  summary: 'Get the packages on a handover note, by level.',
  input: IdInput(),
  output: Type.Object({
    levels: Type.Array(
      Type.Object({
        level: Type.Integer(),
        packages: Type.Integer(),
        remainders: Type.Integer(),
        units: Type.Integer(),
      }),
    ),
    production_date: Nullable(Day()),
  }),
});

export const handoverPrint = {
  method: 'GET',
  path: '/api/report/connect/print',
  access: ['connect'],
  summary: 'Get a handover note as PDF, with the names of the signatories and space for signatures.',
  answers: 'file',
  traced: true,
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
