import { type CountedAs, inspectAdd, inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { areaName, provinceOfArea } from '#platform/areas/areas.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow, serveDeclaredList } from '#platform/lists/declared-list.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventRefused } from '#trace/lookup/code-lookup.ts';
import { codeOfRows } from '#trace/lookup/event-rows.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { readInspection } from './inspecting.ts';
import { serveTornCodes } from './torn-codes.ts';

/** 稽查记录: inspections, and the search for codes that are only partly readable. */
export default function serveInspections(services: Services, shared: SharedServices): void {
  const { routes } = services;
  const waybillDealers: WaybillDealers = (on, waybills) => shared.waybillDealers.get()(on, waybills);

  serveDeclaredList(services, inspectRecord, {
    rows: inspections,
    resolveFilters: (filters) => codeOfRows(services, shared, filters),
    defaultSort: '-inspected_at',
    narrow: {
      province: (rows, area) => rows.where('inspect_record.province', '=', provinceOfArea(area)),
      counted_as: (rows, figure) => rows.where(countedFor[figure]),
    },
    present: (row) =>
      declaredRow(inspectRecord, {
        ...row,
        area_name: row.area_code && areaName(row.area_code),
        latitude: numberOf(row.latitude),
        longitude: numberOf(row.longitude),
      }),
  });

  shared.inspecting.provide((input, caller) => readInspection(services, shared, input, caller));

  routes.changeDeferred(inspectAdd, async (input, caller, inTransaction) => {
    const inspection = await readInspection(services, shared, input, caller);
    if ('refused' in inspection) throw eventRefused([inspection.refused]);
    return shared.capture.queued(() => inTransaction(inspection.keep));
  });

  serveTornCodes(services, shared, waybillDealers);
}

const inspections = (db: Kysely<Schema>) =>
  db
    .selectFrom('inspect_record')
    .leftJoin('product as p', 'p.id', 'inspect_record.product_id')
    .leftJoin('dealer as e', 'e.id', 'inspect_record.expected_dealer_id')
    .leftJoin('dealer as f', 'f.id', 'inspect_record.found_dealer_id')
    .innerJoin('account as a', 'a.id', 'inspect_record.inspected_by')
    .leftJoin('inspect_case as k', 'k.id', 'inspect_record.case_id')
    .leftJoin('task_stop as s', 's.id', 'inspect_record.stop_id')
    .leftJoin('inspect_task as t', 't.id', 's.task_id')
    .selectAll('inspect_record')
    .select(['p.product_name', 'e.dealer_name as expected_dealer', 'f.dealer_name as found_dealer'])
    .select(['a.id as inspector_id', 'a.name as inspector', 'k.case_no', 't.id as task_id', 't.task_no'])
    .select((eb) => [evidence(eb, 'id').as('evidence_id'), evidence(eb, 'case_no').as('evidence_no')]);

/** What there is of the latest evidence from an inspection. */
const evidence = <Column extends 'id' | 'case_no'>(eb: ExpressionBuilder<Schema, 'inspect_record'>, column: Column) =>
  eb
    .selectFrom('forensic_case as v')
    .select(`v.${column}`)
    .whereRef('v.inspect_id', '=', 'inspect_record.id')
    .orderBy('v.id', 'desc')
    .limit(1);

type Condition = (eb: ExpressionBuilder<Schema, 'inspect_record'>) => Expression<SqlBool>;

/** The conditions under which reports count an inspection for a figure. */
const countedFor: Readonly<Record<CountedAs, Condition>> = {
  found_false: (eb) => eb('inspect_record.verdict', 'in', ['false_label', 'unknown', 'void']),
  judged: (eb) =>
    eb.and([
      eb('inspect_record.verdict', 'in', ['normal', 'suspected_diversion']),
      eb('inspect_record.expected_dealer_id', 'is not', null),
      eb.or([
        eb('inspect_record.area_code', 'is not', null),
        eb('inspect_record.latitude', 'is not', null),
        eb('inspect_record.found_dealer_id', 'is not', null),
      ]),
    ]),
  // Except for codes whose suspicion a person has found to be wrong.
  judged_diverted: (eb) =>
    eb.and([
      eb('inspect_record.verdict', '=', 'suspected_diversion'),
      eb.not(
        eb.exists(
          eb
            .selectFrom('consumer_warning as w')
            .select('w.id')
            .where('w.subject', '=', eb.cast<string>('inspect_record.code_id', 'text'))
            .where('w.rule', '=', 'outside_area')
            .where('w.outcome', '=', 'false_alarm')
            .whereRef('w.settled_at', '>=', 'inspect_record.inspected_at'),
        ),
      ),
    ]),
};

const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));
