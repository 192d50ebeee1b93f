import Type from 'typebox';
import { type Call, defineCall } from '../call/call.ts';
import { Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { names } from '../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { periodIn, readOnly } from '../thing/thing-fields.ts';

/** 清场: after a work order, its labels are counted and destroyed and its line is checked, before another order starts there. */

export const clearanceStatuses = ['prepared', 'signed'] as const;
export type ClearanceStatus = (typeof clearanceStatuses)[number];

/** A line of the checklist as it was when the line was cleared. */
export const ClearanceCheck = Type.Object({ name: Type.String(), done: Type.Boolean(), note: Nullable(Type.String()) });

/** The most lines of a checklist, and units of labels. */
const maxChecks = 100;
const maxLabels = 1_000_000_000;
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
    /** Labels of the order that were printed and not used, by the system and as people counted them; and those destroyed. */
    labels_expected: readOnly(Type.Integer()),
    labels_left: readOnly(Type.Integer()),
    labels_destroyed: readOnly(Type.Integer()),
    /** Codes that devices still have on lease for the order. */
    leased_left: readOnly(Type.Integer()),
    difference_reason: ReadOnlyText(),
    checks: readOnly(Type.Array(ClearanceCheck), { exported: false }),
    prepared_by: readOnly(Type.String(), names('account', 'prepared_by_id')),
    prepared_by_id: readOnly(Id(), { exported: false }),
    prepared_at: readOnly(Moment(), { sort: true }),
    signed_by: readOnly(Nullable(Type.String()), names('account', 'signed_by_id')),
    signed_by_id: readOnly(Nullable(Id()), { exported: false }),
    signed_at: readOnly(Nullable(Moment()), { sort: true }),
    /** Why its last signature was taken back. */
    taken_back_reason: ReadOnlyText(),
    created_at: readOnly(Moment(), { exported: false }),
    period: periodIn('prepared_at'),
  },
  filters: keyword,
  summaries: { page: 'List clearances of lines (paged).' },
});
export type LineClearance = RowOf<typeof lineClearance>;

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
    labels_expected: Type.Integer(),
    /** Labels of the order that were scrapped, each by its code. */
    labels_scrapped: Type.Integer(),
    leased_left: Type.Integer(),
    cleared: Type.Boolean(),
  }),
});

export const clearanceAdd = defineCall({
  method: 'POST',
  path: '/api/plant/clearances/add',
  access: ['clearance:add'],
  summary:
    'Record that a line was cleared of the order that ended last on it: labels counted and destroyed, and each check of ' +
    'the list. Whoever records it signs as the first of two. Checks that were not done, labels that were not found or ' +
    'not destroyed, and codes that devices did not return need a reason.',
  input: Input({
    line_id: Id(),
    labels_left: LabelCount(),
    labels_destroyed: LabelCount(),
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
  summary: 'Delete a clearance that the second person has not signed.',
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
