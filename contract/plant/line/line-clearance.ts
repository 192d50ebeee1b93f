import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Code, Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { names } from '../../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../../thing/thing.ts';
import { beganBy, periodIn, readOnly, takenBy } from '../../thing/thing-fields.ts';

/** 清场: after a work order, its labels are counted and destroyed and its line is checked, before another order starts there. */

export const clearanceStatuses = ['prepared', 'signed'] as const;
export type ClearanceStatus = (typeof clearanceStatuses)[number];

/** A line of the checklist as it was when the line was cleared. */
export const ClearanceCheck = Type.Object({ name: Type.String(), done: Type.Boolean(), note: Nullable(Type.String()) });

/** The most lines of a checklist and ranges of labels, and labels that people count. */
const maxChecks = 100;
const maxRanges = 100;
const maxLabels = 1_000_000_000;
/** The most labels that a clearance destroys: each of their codes gets its state. */
export const maxDestroyed = 10_000;
const LabelCount = () => Type.Integer({ minimum: 0, maximum: maxLabels });

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const lineClearance = defineList({
  key: 'clearance',
  table: 'line_clearance',
  path: '/api/plant/clearances',
  fields: {
    clearance_no: readOnly(Type.String(), { sort: true }),
    status: readOnly(Type.Enum([...clearanceStatuses]), { sort: true, filter: true }),
    line_id: readOnly(Id(), { filter: true, exported: false }),
    line_name: readOnly(Type.String(), names('line', 'line_id')),
    /** The order that the line was cleared of. */
    work_order_id: readOnly(Id(), { filter: true, exported: false }),
    order_no: readOnly(Type.String(), names('work_order', 'work_order_id')),
    product_id: readOnly(Id(), { exported: false }),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    lot: readOnly(Nullable(Type.String()), names('lot', 'lot')),
    /**
     * Labels of the order by their codes: printed = used + scrapped before + expected. What is left of them is counted by people, and
     * destroyed, also by their codes.
     */
    labels_printed: readOnly(Type.Integer()),
    labels_used: readOnly(Type.Integer()),
    labels_scrapped: readOnly(Type.Integer()),
    labels_expected: readOnly(Type.Integer()),
    labels_left: readOnly(Type.Integer()),
    labels_destroyed: readOnly(Type.Integer()),
    /** Codes on lease for the order that were returned, and those that devices still have. */
    codes_returned: readOnly(Type.Integer()),
    leased_left: readOnly(Type.Integer()),
    difference_reason: ReadOnlyText(),
    checks: readOnly(Type.Array(ClearanceCheck), { exported: false }),
    ...beganBy('prepared'),
    ...takenBy('signed', { sort: true }),
    /** Why its last signature was taken back. */
    taken_back_reason: ReadOnlyText(),
    created_at: readOnly(Moment(), { exported: false }),
    period: periodIn('prepared_at'),
  },
  filters: keyword,
  summaries: { page: 'List clearances of lines (paged).' },
});
export type LineClearance = RowOf<typeof lineClearance>;

/** A lease with codes that no event is about. */
const OpenLease = Type.Object({
  lease: Id(),
  level: Type.Integer(),
  /** The key of the device that asked for it; null for none. */
  device: Nullable(Type.String()),
  leased_at: Moment(),
  first: Type.String(),
  last: Type.String(),
  /** Codes that are neither printed nor used nor returned; and how many of them are at its end, so that they can be returned. */
  open: Type.Integer(),
  returnable: Type.Integer(),
  /** How many were returned of it before. */
  returned: Type.Integer(),
});
export type OpenLease = Type.Static<typeof OpenLease>;

export const clearanceReady = defineCall({
  method: 'GET',
  path: '/api/plant/clearances/ready',
  access: ['clearance:add'],
  summary:
    'Get what a line has to be cleared of: the order that ended last on it, its labels printed and not used, codes on ' +
    'lease to devices, and whether it is cleared already.',
  input: Input({ line_id: Id() }),
  output: Type.Object({
    work_order_id: Id(),
    order_no: Type.String(),
    product_name: Type.String(),
    lot: Nullable(Type.String()),
    labels_printed: Type.Integer(),
    labels_used: Type.Integer(),
    labels_scrapped: Type.Integer(),
    labels_expected: Type.Integer(),
    codes_returned: Type.Integer(),
    leased_left: Type.Integer(),
    leases: Type.Array(OpenLease),
    cleared: Type.Boolean(),
  }),
});

export const clearanceReturn = defineCall({
  method: 'POST',
  path: '/api/plant/clearances/returncodes',
  access: ['clearance:add'],
  summary:
    'Return the last codes of a lease in place of its device, with a reason, by the total number returned so far. ' +
    'Refused while the work order runs, and for codes that were printed or used.',
  input: Input({
    lease: Id(),
    unused: Type.Integer({ minimum: 1, maximum: maxLabels }),
    reason: RequiredText(256),
  }),
  output: Type.Object({ lease: Id(), unused: Type.Integer() }),
});

/** Labels with following codes: from the first to the last, or so many at the end of a lease, before what was returned of it. */
const Labels = Input({
  first_code: Type.Optional(Code()),
  last_code: Type.Optional(Code()),
  lease: Type.Optional(Id()),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDestroyed })),
});

export const clearanceAdd = defineCall({
  method: 'POST',
  path: '/api/plant/clearances/add',
  access: ['clearance:add'],
  summary:
    'Record that a line was cleared of the order that ended last on it: labels counted and destroyed, and each check of ' +
    'the list. Whoever records it signs as the first of two. The codes of labels that were destroyed are scrapped: those ' +
    'of the ranges, or with `rest` all that were printed and not used. Checks that were not done, labels that were not ' +
    'found or not destroyed, and codes that devices did not return need a reason.',
  input: Input({
    line_id: Id(),
    labels_left: LabelCount(),
    destroyed: Type.Optional(Type.Array(Labels, { maxItems: maxRanges })),
    rest: Type.Optional(Type.Boolean()),
    difference_reason: Type.Optional(Text(512)),
    checks: Type.Array(Input({ item_id: Id(), done: Type.Boolean(), note: Type.Optional(Text(256)) }), {
      maxItems: maxChecks,
    }),
  }),
  output: Type.Object({ ...IdOutput().properties, clearance_no: Type.String() }),
});

export const clearanceDelete = defineCall({
  method: 'POST',
  path: '/api/plant/clearances/delete',
  access: ['clearance:delete'],
  summary:
    'Delete a clearance that the second person has not signed. That it scrapped labels is declared wrong: they count as ' +
    'printed and not used again.',
  input: IdInput(),
  output: Type.Null(),
});

export const clearanceSign = {
  method: 'POST',
  path: '/api/plant/clearances/sign',
  access: ['clearance:sign'],
  secondPerson: 'clearance:add',
  begunBy: 'prepared_by_id',
  summary:
    'Sign a clearance as another person than the one who recorded it, having seen the line. The next order may start on ' +
    'it from then on.',
  input: IdInput(),
  output: IdOutput(),
} as const satisfies Call;

export const clearanceTakeBack = defineCall({
  method: 'POST',
  path: '/api/plant/clearances/takeback',
  access: ['clearance:takeback'],
  summary:
    'Take back the signature of the second person, with a reason. Refused once another order was started on the line.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});

export const clearancePrint = {
  method: 'GET',
  path: '/api/plant/clearances/print',
  access: ['clearance'],
  summary: 'Get a clearance as PDF, with the checklist, the names of the signatories and space for signatures.',
  answers: 'file',
  traced: true,
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
