import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { addingImportOf } from '../../thing/list.ts';
import { names } from '../../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../../thing/thing.ts';
import {
  inputOf,
  moments,
  optional,
  periodIn,
  personOf,
  readOnly,
  required,
  takenBy,
} from '../../thing/thing-fields.ts';

const outcomes = ['passed', 'failed'] as const;

/** Results of the tests that sample plans ask for. Rows are never changed: a later result takes the place of an earlier one. */
export const lotResult = defineList({
  key: 'sampleplan',
  list: 'lotresult',
  table: 'lot_result',
  path: '/api/plant/lotresults',
  fields: {
    work_order_id: required(Id(), { filter: true, exported: false }),
    order_no: readOnly(Type.String(), names('work_order', 'work_order_id')),
    product_id: readOnly(Id(), { filter: true, exported: false }),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    lot: readOnly(Nullable(Type.String()), names('lot', 'lot')),
    /** A test of the order's own plan, or else of its product's. */
    test_name: required(RequiredText(128)),
    outcome: required(Type.Enum([...outcomes]), { filter: true }),
    note: optional(Text(512)),
    /** Null if the caller may not see that person, here and below. */
    ...personOf('given'),
    given_at: readOnly(Moment(), { sort: true }),
    ...takenBy('withdrawn'),
    withdrawal_reason: readOnly(Nullable(Type.String())),
    created_at: moments.created_at,
    period: periodIn('given_at'),
  },
  filters: keyword,
  summaries: { page: 'List the results of tests of lots, including those that were withdrawn (paged).' },
});
export type LotResult = RowOf<typeof lotResult>;

export const lotResultAdd = defineCall({
  method: 'POST',
  path: '/api/plant/lotresults/add',
  access: ['orderlist:result'],
  parties: 'enterprise',
  summary:
    'Record the result of a test of the lot of a work order. A later result takes the place of an earlier one, which ' +
    'stays on record. Refused once the lot is released.',
  input: Input(inputOf(lotResult.fields)),
  output: IdOutput(),
});

export const lotResultImport = {
  ...addingImportOf(lotResultAdd, ['orderlist:result']),
  parties: 'enterprise',
} as const;

export const lotResultWithdraw = defineCall({
  method: 'POST',
  path: '/api/plant/lotresults/withdraw',
  access: ['orderlist:result'],
  parties: 'enterprise',
  summary: 'Withdraw the result of a test, with a reason. Refused once the lot is released.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});
