import Type from 'typebox';
import { statusField } from '../../base/partner-fields.ts';
import { defineCall } from '../../call/call.ts';
import { Id, IdInput, Input, Moment, Nullable, RequiredText } from '../../thing/fields.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';

export const samplePoints = ['any', 'start', 'middle', 'end'] as const;
export const sampleUses = ['tested', 'retained'] as const;

/**
 * Which samples are taken of each lot of a product, and for which test. Tests that name a work order are the plan of that order, in
 * place of its product's.
 */
export const samplePlan = defineThing({
  key: 'sampleplan',
  table: 'sample_plan',
  parties: 'read',
  path: '/api/plant/sampleplans',
  fields: {
    product_id: required(Id(), { filter: true, exported: false, fixed: true }),
    product_code: readOnly(Type.String(), names('product', 'product_id')),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    work_order_id: optional(Id(), { filter: true, exported: false, fixed: true }),
    order_no: readOnly(Nullable(Type.String()), names('work_order', 'work_order_id')),
    /** The test; samples that are taken with this purpose count for it. Unique for a product, and for a work order. */
    test_name: required(RequiredText(128), { sort: true }),
    /** When, in the course of a lot. */
    point: defaulted(Type.Enum([...samplePoints])),
    /** How many samples: of each lot, or of every so many units. */
    samples: required(Type.Integer({ minimum: 1, maximum: 10_000 })),
    every: optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    /** What is retained needs no result. */
    use: defaulted(Type.Enum([...sampleUses]), { filter: true }),
    ...statusField,
    ...moments,
  },
  without: ['import'],
  chosenOn: ['relevance', 'orderlist'],
  summaries: {
    page: 'List what sample plans of products and work orders ask for (paged).',
    add:
      'Add a test to the sample plan of a product: it holds for every lot that is not released yet. With a work order, ' +
      'to the plan of that order, which holds instead of that of its product.',
    update: 'Change a test of a sample plan. Its name cannot change once a lot has a result of it.',
    delete: 'Delete a test of a sample plan that no lot has a result of.',
  },
});
export type SamplePlan = RowOf<typeof samplePlan>;

export const samplePlanCopy = defineCall({
  method: 'POST',
  path: '/api/plant/sampleplans/copy',
  access: ['sampleplan:add'],
  parties: 'enterprise',
  summary:
    'Give a work order a sample plan of its own, which begins as a copy of that of its product. Refused if it has one, ' +
    'or its lot is released.',
  input: Input({ work_order_id: Id() }),
  output: Type.Object({ tests: Type.Integer() }),
});

const LotResult = Type.Object({
  id: Id(),
  passed: Type.Boolean(),
  by: Nullable(Type.String()),
  by_id: Nullable(Id()),
  at: Moment(),
  note: Nullable(Type.String()),
});

/** A test of the plan, and what a lot has of it. */
const LotSample = Type.Object({
  plan_id: Id(),
  /** The work order that has it in a plan of its own; null for a test of the product's plan. */
  work_order_id: Nullable(Id()),
  order_no: Nullable(Type.String()),
  test_name: Type.String(),
  point: Type.Enum([...samplePoints]),
  use: Type.Enum([...sampleUses]),
  required: Type.Integer(),
  taken: Type.Integer(),
  result: Nullable(LotResult),
  /** Whether all samples were taken, and the test was passed. */
  fulfilled: Type.Boolean(),
});
export type LotSample = Type.Static<typeof LotSample>;

export const lotSamples = defineCall({
  method: 'GET',
  path: '/api/plant/workorders/samples',
  access: ['orderlist', 'relevance:sample'],
  summary:
    'Get which samples the plans ask of the lot of a work order, how many were taken, and their results. Samples count ' +
    'by the purpose with which they were recorded. Orders with a plan of their own are left out of that of the product.',
  input: IdInput(),
  output: Type.Object({
    samples: Type.Array(LotSample),
    /** Results that were withdrawn, the latest first. */
    withdrawn: Type.Array(
      Type.Object({
        test_name: Type.String(),
        passed: Type.Boolean(),
        by: Nullable(Type.String()),
        at: Moment(),
        reason: Type.String(),
      }),
    ),
  }),
});
