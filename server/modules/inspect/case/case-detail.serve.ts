import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { WaybillDealers } from '#trace/state/sold-to.ts';
import { currencyOf } from '../money.ts';
import { foundCase, presentedCase } from './case-rows.ts';
import { goodsOfCase } from './goods-of-case.ts';
import {
  evidenceOf,
  inspectionsOf,
  returnsOf,
  settlementsOf,
  stepsOf,
  tasksOf,
  visitsOf,
  warningsOf,
} from './records-of-case.ts';

/** The most visits in an answer, the latest ones. */
const maxVisits = 2000;

/** Serves one case with everything that belongs to it. */
export default function serveCaseDetail({ routes, system }: Services, shared: SharedServices): void {
  const dealers: WaybillDealers = (on, waybills) => shared.waybillDealers.get()(on, waybills);

  routes.serve(caseDetail, async ({ id }, { db }) => {
    const row = await foundCase(db, id);
    const [warnings, inspections, evidence] = await Promise.all([
      warningsOf(db, id),
      inspectionsOf(db, id),
      evidenceOf(db, id),
    ]);
    const codeIds = [...warnings, ...inspections].flatMap(({ code_id }) => code_id ?? []);
    const [goods, tasks_of, settlements, returns, steps, currency] = await Promise.all([
      goodsOfCase(system.enterprise.sql, codeIds, dealers),
      tasksOf(db, id),
      settlementsOf(db, id),
      returnsOf(db, id),
      stepsOf(db, id),
      currencyOf(db),
    ]);
    const visits = visitsOf(warnings, inspections);
    return {
      ...presentedCase(row),
      ...goods,
      currency,
      warnings_of: warnings.map(({ code, subject, last_at, visits: _, code_id: __, ...warning }) => ({
        ...warning,
        subject: code ?? subject,
        last_at: last_at.toISOString(),
      })),
      visits: visits.slice(-maxVisits),
      visits_total: visits.length,
      tasks_of,
      inspections: inspections.map(({ inspected_at, code_id: _, province: __, latitude, longitude, ...one }) => ({
        ...one,
        inspected_at: inspected_at.toISOString(),
        latitude: latitude === null ? null : Number(latitude),
        longitude: longitude === null ? null : Number(longitude),
        evidence: evidence.flatMap(({ id, case_no, inspect_id }) => (inspect_id === one.id ? { id, case_no } : [])),
      })),
      evidence: evidence.map(({ inspect_id: _, ...one }) => one),
      settlements,
      returns,
      steps,
    };
  });
}
