import Type from 'typebox';
import { workFields, workFilter } from '../../access/work-fields.ts';
import { type Call, defineCall } from '../../call/call.ts';
import { Codes, Id, IdInput, Input, Moment, Nullable, Reason, Text } from '../../thing/fields.ts';
import { BatchKey, Identifier, Lot } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, namedBy, optional, readOnly, required, takenBy } from '../../thing/thing-fields.ts';
import { EventRefusal } from '../../trace/refusal.ts';

/** 盘点: what is in a warehouse or zone, counted by several people, against what should be there. */

export const countStatuses = ['draft', 'counting', 'to_approve', 'done', 'cancelled'] as const;
export type CountStatus = (typeof countStatuses)[number];

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const stockCount = defineThing({
  key: 'stock',
  list: 'stockcount',
  table: 'stock_count',
  code: 'count_no',
  path: '/api/physical/stockcount',
  parties: 'nothing',
  fields: {
    /** By default, the next number of the number range. */
    count_no: defaulted(Identifier(64), { sort: true, fixed: true }),
    status: readOnly(Type.Enum([...countStatuses]), { sort: true, filter: true }),
    /** The warehouse with its zones, or one zone. */
    warehouse_id: required(Id(), { filter: true, exported: false }),
    warehouse_name: readOnly(Type.String(), names('warehouse', 'warehouse_id')),
    /** Only goods of this product, and of this lot of it. */
    product_id: optional(Id(), { filter: true, exported: false }),
    product_name: readOnly(Nullable(Type.String()), names('product', 'product_id')),
    lot: optional(Lot()),
    /** Whoever counts is not shown what should be there. */
    blind: defaulted(Type.Boolean()),
    remark: optional(Text(512)),
    /** Units that should be there, those that were found, and how many packages differ; null until the count is finished. */
    expected: readOnly(Nullable(Type.Integer())),
    seen: readOnly(Nullable(Type.Integer())),
    differences: readOnly(Nullable(Type.Integer())),
    /** Who is to approve its differences, and until when. */
    ...workFields,
    started_at: readOnly(Nullable(Moment()), { sort: true }),
    ...takenBy('finished', { sort: true }),
    ...takenBy('approved'),
    /** Why the differences were approved, or the count was cancelled. */
    reason: ReadOnlyText(),
    ...namedBy('created'),
    ...moments,
  },
  filters: { ...workFilter },
  without: ['import', 'batch'],
  answer: { count_no: Type.String() },
  calls: {
    page: { access: ['stock'] },
    add: { access: ['stock:count'] },
    update: { access: ['stock:count'] },
    delete: { access: ['stock:count'] },
  },
  summaries: {
    page: 'List counts of warehouses and zones (paged).',
    add: 'Add a count of a warehouse with its zones, or of a zone: of everything, a product, or a lot of it.',
    update: 'Change a count that has not begun.',
    delete: 'Delete a count that has not begun.',
  },
});
export type StockCount = RowOf<typeof stockCount>;

const Step = Type.Object({ id: Id(), status: Type.Enum([...countStatuses]) });
const step = (verb: string, summary: string) =>
  defineCall({
    method: 'POST',
    path: `/api/physical/stockcount/${verb}`,
    access: ['stock:count'],
    parties: 'enterprise',
    summary,
    input: IdInput(),
    output: Step,
  });

export const countStart = step('start', 'Begin a count. Goods can be moved, loaded and received meanwhile.');
export const countFinish = step(
  'finish',
  'Finish a count: what was scanned is compared with what should be there. Goods that came, left or were packed since ' +
    'the count began are no differences. Without differences the count is done.',
);
export const countResume = step(
  'resume',
  'Go on with a finished count. Its differences are found again when it is finished.',
);

/** A code that was counted. */
export const CountedCode = Type.Object({
  /** The code as sent, and as printed. */
  code: Type.String(),
  printed: Type.String(),
  product_id: Nullable(Id()),
  lot: Nullable(Type.String()),
  units: Type.Integer(),
  /** It was counted already, by itself or with its package. */
  known: Type.Boolean(),
});
export type CountedCode = Type.Static<typeof CountedCode>;

export const countScan = defineCall({
  method: 'POST',
  path: '/api/physical/stockcount/scan',
  access: ['stock:count'],
  parties: 'enterprise',
  effect: 'own-record',
  summary: 'Count scanned pallets, cases and bottles. A package counts with everything in it.',
  input: Input({ id: Id(), codes: Codes(), batch_key: BatchKey() }),
  output: Type.Object({ counted: Type.Array(CountedCode), refusals: Type.Array(EventRefusal) }),
});

export const countUnscan = defineCall({
  method: 'POST',
  path: '/api/physical/stockcount/unscan',
  access: ['stock:count'],
  parties: 'enterprise',
  effect: 'own-record',
  summary: 'Take back the scans of codes.',
  input: Input({ id: Id(), codes: Codes(), batch_key: BatchKey() }),
  output: Type.Object({ units: Type.Integer() }),
});

export const countApprove = {
  method: 'POST',
  path: '/api/physical/stockcount/approve',
  access: ['stock:adjust'],
  parties: 'enterprise',
  secondPerson: 'stock:count',
  begunBy: 'finished_by_id',
  summary:
    'Approve the differences of a count. Missing goods are lost, found ones and those of other places are stored here. ' +
    'Goods that went elsewhere since are left alone. The person who finished the count cannot approve it.',
  input: Input({ id: Id(), reason: Reason() }),
  output: Type.Object({ ...Step.properties, lost: Type.Integer(), stored: Type.Integer(), left: Type.Integer() }),
} as const satisfies Call;

export const countCancel = defineCall({
  method: 'POST',
  path: '/api/physical/stockcount/cancel',
  access: ['stock:count'],
  parties: 'enterprise',
  summary: 'Cancel a count with a reason. Nothing changes in stock.',
  input: Input({ id: Id(), reason: Reason() }),
  output: Step,
});

/** The kinds of differences: `found` was missing before; `unexpected` is nowhere in stock, or not goods at all. */
export const countDifferences = ['missing', 'elsewhere', 'found', 'unexpected'] as const;
export type CountDifference = (typeof countDifferences)[number];

export const countDetail = defineCall({
  method: 'GET',
  path: '/api/physical/stockcount/detail',
  access: ['stock'],
  parties: 'enterprise',
  summary:
    'Get a count: expected and counted units by lot, and its differences; at most 500 of each. What is expected is null ' +
    'in a blind count that is not finished.',
  input: IdInput(),
  output: Type.Object({
    ...stockCount.Row.properties,
    lots: Type.Array(
      Type.Object({
        product_id: Nullable(Id()),
        product_name: Nullable(Type.String()),
        lot: Nullable(Type.String()),
        expected: Nullable(Type.Integer()),
        counted: Type.Integer(),
      }),
    ),
    scans: Type.Integer(),
    found: Type.Array(
      Type.Object({
        code: Type.String(),
        kind: Type.Enum([...countDifferences]),
        units: Type.Integer(),
        product_id: Nullable(Id()),
        product_name: Nullable(Type.String()),
        lot: Nullable(Type.String()),
        /** Where the goods are by the records, as before the count was approved. */
        place: Nullable(Type.String()),
        stock: Nullable(Type.String()),
        /** Whether it was put right; null until the count is approved. */
        settled: Nullable(Type.Boolean()),
      }),
    ),
  }),
});

export const countPaper = {
  method: 'GET',
  path: '/api/physical/stockcount/print',
  access: ['stock:print'],
  parties: 'enterprise',
  summary: 'Get the sheet of a count as PDF, with its lots or differences and space for two signatures.',
  answers: 'file',
  traced: true,
  input: IdInput(),
  output: Type.Unknown(),
} as const satisfies Call;
