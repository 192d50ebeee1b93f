import { caseLife } from '@suyuan/contract/inspect/case/case.life.ts';
import { inspectCase, type StepOfCase } from '@suyuan/contract/inspect/case/case.ts';
import type { StepOf } from '@suyuan/contract/life.ts';
import type { Kysely, Selectable } from 'kysely';
import { provinceName } from '#platform/areas/areas.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { moneyOf } from '../money.ts';

export const caseNumbers = defineNumberSeries({
  prefix: 'AJ',
  sequence: 'inspect_case_no',
  table: 'inspect_case',
  column: 'case_no',
  unique: 'inspect_case_case_no_key',
});

/** Whether the time of a case has run out, and it is still open. */
export const isOverdue = ksql<boolean>`(inspect_case.status = 'open' and inspect_case.due_at < now())`;

const daysOpen = ksql<number>`
  floor(extract(epoch from coalesce(inspect_case.closed_at, now()) - inspect_case.created_at) / 86400)::int`;

/** The query for cases, with joined columns. */
export const cases = (db: Kysely<Schema>) =>
  db
    .selectFrom('inspect_case')
    .leftJoin('dealer as d', 'd.id', 'inspect_case.dealer_id')
    .leftJoin('product as p', 'p.id', 'inspect_case.product_id')
    .leftJoin('waybill as b', 'b.id', 'inspect_case.waybill_id')
    .innerJoin('account as o', 'o.id', 'inspect_case.owner_id')
    .innerJoin('account as c', 'c.id', 'inspect_case.created_by')
    .leftJoin('account as e', 'e.id', 'inspect_case.closed_by')
    .selectAll('inspect_case')
    .select(['d.dealer_name', 'p.product_name', 'b.waybill_no', 'o.name as owner', 'c.name as creator'])
    .select(['e.name as closer', isOverdue.as('overdue'), daysOpen.as('days_open')])
    .select((eb) => [
      eb
        .selectFrom('consumer_warning as w')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('w.case_id', '=', 'inspect_case.id')
        .as('warnings'),
      eb
        .selectFrom('inspect_task as t')
        .select(ksql<number>`count(*)`.as('n'))
        .whereRef('t.case_id', '=', 'inspect_case.id')
        .where('t.status', '<>', 'withdrawn')
        .as('tasks'),
      eb
        .selectFrom('dealer_settlement as s')
        .select(ksql<string>`coalesce(sum(s.amount), 0)::text`.as('n'))
        .whereRef('s.case_id', '=', 'inspect_case.id')
        .where('s.status', 'in', ['agreed', 'paid', 'closed'])
        .as('settled_amount'),
    ]);

export type CaseRow = Awaited<ReturnType<ReturnType<typeof cases>['execute']>>[number];

export const presentedCase = (row: CaseRow) =>
  declaredRow(inspectCase, {
    ...row,
    region: row.province ? provinceName(row.province) : '',
    warnings: Number(row.warnings ?? 0),
    tasks: Number(row.tasks ?? 0),
    settled_amount: moneyOf(row.settled_amount),
    created_by: row.creator,
    created_by_id: row.created_by,
    closed_by: row.closer,
    closed_by_id: row.closed_by,
  });

export async function foundCase(db: Kysely<Schema>, id: number): Promise<CaseRow> {
  const row = await cases(db).where('inspect_case.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('inspect_case');
  return row;
}

/** Locks a case for a step; throws 404 if there is none, 409 if its status does not allow the step. */
export async function lockCase(
  change: Change,
  id: number,
  step: StepOf<typeof caseLife>,
): Promise<Selectable<Schema['inspect_case']>> {
  await change.changing('inspect_case', id);
  const row = await change.db.selectFrom('inspect_case').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('inspect_case');
  if (!caseLife.mayTake(step, row.status))
    throw conflict(row.status === 'closed' ? 'case_closed' : 'case_open', { case: row.case_no });
  return row;
}

/** Adds a step to the history of a case, which is announced already. */
export async function noteStep(
  change: Change,
  case_id: number,
  { step, text = null, by_id }: { readonly step: StepOfCase; readonly text?: string | null; readonly by_id: number },
): Promise<void> {
  await change.db.insertInto('case_step').values({ case_id, step, text, by_id }).execute();
}
