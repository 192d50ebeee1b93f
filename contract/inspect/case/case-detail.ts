import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, IdInput, Moment, Nullable } from '../../thing/fields.ts';
import { rowOf } from '../../thing/thing-fields.ts';
import { SeenVisit, warningOutcomes, warningStatuses } from '../consumer-warning.ts';
import { taskStatuses } from '../task/inspect-task.ts';
import { inspectVerdicts } from '../task/inspection.ts';
import { warningRuleNames } from '../warning-rule.ts';
import { inspectCase, stepsOfCase } from './case.ts';
import { settlementStatuses } from './settlement.ts';

/** 案件: all that belongs to one case. */

/** A visit of a code of the case: a query of a consumer, or an inspection. */
const VisitOfCase = Type.Object({ ...SeenVisit.properties, by: Type.Enum(['consumer', 'inspector']) });
export type VisitOfCase = Type.Static<typeof VisitOfCase>;

/** The way of some goods, from who made them to the dealer. */
const ChainOfCase = Type.Object({
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  work_order_id: Nullable(Id()),
  work_order_no: Nullable(Type.String()),
  factory_name: Nullable(Type.String()),
  warehouse_name: Nullable(Type.String()),
  waybill_id: Nullable(Id()),
  waybill_no: Nullable(Type.String()),
  shipped_at: Nullable(Moment()),
  dealer_id: Nullable(Id()),
  dealer_name: Nullable(Type.String()),
  codes: Type.Integer(),
  units: Type.Integer(),
});
export type ChainOfCase = Type.Static<typeof ChainOfCase>;

export const caseDetail = defineCall({
  method: 'GET',
  path: '/api/inspect/case/detail',
  access: ['case'],
  parties: 'enterprise',
  summary:
    'Get a case with its warnings, visits in chronological order, the way of its goods, tasks, inspections, evidence, ' +
    'settlements, returns and history.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    ...rowOf(inspectCase.fields),
    currency: Type.String(),
    warnings_of: Type.Array(
      Type.Object({
        id: Id(),
        rule: Type.Enum([...warningRuleNames]),
        status: Type.Enum([...warningStatuses]),
        outcome: Nullable(Type.Enum([...warningOutcomes])),
        subject: Type.String(),
        dealer_name: Nullable(Type.String()),
        region: Type.String(),
        last_at: Moment(),
      }),
    ),
    /** At most 2000, and how many there are. */
    visits: Type.Array(VisitOfCase),
    visits_total: Type.Integer(),
    chain: Type.Array(ChainOfCase),
    /** Issued codes, and the units that they stand for. */
    codes: Type.Integer(),
    units: Type.Integer(),
    tasks_of: Type.Array(
      Type.Object({
        id: Id(),
        task_no: Type.String(),
        status: Type.Enum([...taskStatuses]),
        assignee: Type.String(),
        due_at: Moment(),
        stops: Type.Integer(),
        done: Type.Integer(),
        result: Nullable(Type.String()),
      }),
    ),
    inspections: Type.Array(
      Type.Object({
        id: Id(),
        code: Type.String(),
        verdict: Type.Enum([...inspectVerdicts]),
        inspected_at: Moment(),
        inspector: Type.String(),
        task_no: Nullable(Type.String()),
        stop: Nullable(Type.String()),
        found_dealer_id: Nullable(Id()),
        area_code: Nullable(Type.String()),
        latitude: Nullable(Type.Number()),
        longitude: Nullable(Type.Number()),
        evidence: Type.Array(Type.Object({ id: Id(), case_no: Type.String() })),
      }),
    ),
    evidence: Type.Array(
      Type.Object({
        id: Id(),
        case_no: Type.String(),
        status: Type.Enum(['draft', 'sealed']),
        code: Nullable(Type.String()),
        place: Nullable(Type.String()),
        dealer_id: Nullable(Id()),
        found_at: Moment(),
      }),
    ),
    settlements: Type.Array(
      Type.Object({
        id: Id(),
        settlement_no: Type.String(),
        status: Type.Enum([...settlementStatuses]),
        dealer_id: Id(),
        dealer_name: Type.String(),
        amount: Type.String(),
        withheld: Type.String(),
      }),
    ),
    returns: Type.Array(Type.Object({ id: Id(), refund_no: Type.String(), status: Type.String() })),
    steps: Type.Array(
      Type.Object({
        at: Moment(),
        by: Type.String(),
        step: Type.Enum([...stepsOfCase]),
        text: Nullable(Type.String()),
      }),
    ),
  }),
});
