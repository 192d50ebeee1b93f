import type { VisitOfCase } from '@suyuan/contract/inspect/case/case-detail.ts';
import type { Kysely } from 'kysely';
import { provinceName } from '#platform/areas/areas.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { moneyOf } from '../money.ts';
import { inspectedBy } from '../warning/watch/inspection-watch.ts';

/** What belongs to a case, each read by its own query. */

export const warningsOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('consumer_warning as w')
    .leftJoin('dealer as d', 'd.id', 'w.dealer_id')
    .select(['w.id', 'w.rule', 'w.status', 'w.outcome', 'w.code', 'w.subject', 'w.code_id', 'w.visits'])
    .select(['d.dealer_name', 'w.region', 'w.last_at'])
    .where('w.case_id', '=', id)
    .orderBy('w.last_at', 'desc')
    .orderBy('w.id')
    .limit(1000)
    .execute();

export const inspectionsOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('inspect_record as r')
    .innerJoin('account as a', 'a.id', 'r.inspected_by')
    .leftJoin('task_stop as s', 's.id', 'r.stop_id')
    .leftJoin('inspect_task as t', 't.id', 's.task_id')
    .select(['r.id', 'r.code', 'r.code_id', 'r.verdict', 'r.inspected_at', 'a.name as inspector'])
    .select(['t.task_no', 's.name as stop', 'r.found_dealer_id', 'r.area_code', 'r.province'])
    .select(['r.latitude', 'r.longitude'])
    .where('r.case_id', '=', id)
    .orderBy('r.inspected_at', 'desc')
    .limit(500)
    .execute();

type Warnings = Awaited<ReturnType<typeof warningsOf>>;
type Inspections = Awaited<ReturnType<typeof inspectionsOf>>;

/** The visits of all warnings and the inspections, each once, in chronological order. */
export function visitsOf(warnings: Warnings, inspections: Inspections): VisitOfCase[] {
  const visits = new Map<string, VisitOfCase>();
  for (const visit of warnings.flatMap((one) => one.visits)) {
    // An inspection that made a rule fire is told by its own record.
    if (visit.device === inspectedBy) continue;
    visits.set(`${visit.at} ${visit.code} ${visit.device}`, { ...visit, by: 'consumer' });
  }
  const found = inspections.map((one): VisitOfCase => {
    const latitude = one.latitude === null ? null : Number(one.latitude);
    const longitude = one.longitude === null ? null : Number(one.longitude);
    return {
      at: one.inspected_at.toISOString(),
      code: one.code,
      scans: 1,
      verdict: one.verdict,
      province: one.province ? provinceName(one.province) : '',
      city: '',
      device: one.inspector,
      ...{ latitude, longitude },
      by: 'inspector',
    };
  });
  return [...visits.values(), ...found].toSorted((a, b) => a.at.localeCompare(b.at));
}

export async function tasksOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('inspect_task as t')
    .innerJoin('account as a', 'a.id', 't.assignee_id')
    .select(['t.id', 't.task_no', 't.status', 'a.name as assignee', 't.due_at', 't.result'])
    .select((eb) => [
      eb
        .selectFrom('task_stop as s')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('s.task_id', '=', 't.id')
        .as('stops'),
      eb
        .selectFrom('task_stop as s')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('s.task_id', '=', 't.id')
        .where('s.status', '<>', 'open')
        .as('done'),
    ])
    .where('t.case_id', '=', id)
    .orderBy('t.id', 'desc')
    .execute();
  return rows.map(({ due_at, stops, done, ...row }) => ({
    ...row,
    due_at: due_at.toISOString(),
    stops: Number(stops),
    done: Number(done),
  }));
}

export async function evidenceOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('forensic_case')
    .select(['id', 'case_no', 'status', 'code', 'place', 'dealer_id', 'found_at', 'inspect_id'])
    .where('inspect_case_id', '=', id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ found_at, ...row }) => ({ ...row, found_at: found_at.toISOString() }));
}

export async function settlementsOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('dealer_settlement as s')
    .innerJoin('dealer as d', 'd.id', 's.dealer_id')
    .select(['s.id', 's.settlement_no', 's.status', 's.dealer_id', 'd.dealer_name', 's.amount', 's.withheld'])
    .where('s.case_id', '=', id)
    .orderBy('s.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, amount: moneyOf(row.amount), withheld: moneyOf(row.withheld) }));
}

/** The returns by which its goods go back, as its settlements have them. */
export const returnsOf = (db: Kysely<Schema>, id: number) =>
  db
    .selectFrom('refund as r')
    .select(['r.id', 'r.refund_no', 'r.status'])
    .where('r.id', 'in', (eb) =>
      eb
        .selectFrom('dealer_settlement as s')
        .select('s.refund_id')
        .where('s.case_id', '=', id)
        .where('s.refund_id', 'is not', null)
        .$narrowType<{ refund_id: number }>(),
    )
    .orderBy('r.id')
    .execute();

export async function stepsOf(db: Kysely<Schema>, id: number) {
  const rows = await db
    .selectFrom('case_step as s')
    .innerJoin('account as a', 'a.id', 's.by_id')
    .select(['s.at', 'a.name as by', 's.step', 's.text'])
    .where('s.case_id', '=', id)
    .orderBy('s.id')
    .execute();
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
}
