import { settlementLife } from '@suyuan/contract/inspect/case/settlement.life.ts';
import { type SettlementStatus, settlement } from '@suyuan/contract/inspect/case/settlement.ts';
import type { StepOf } from '@suyuan/contract/life.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { moneyOf } from '../money.ts';

export const settlementNumbers = defineNumberSeries({
  prefix: 'XY',
  sequence: 'dealer_settlement_no',
  table: 'dealer_settlement',
  column: 'settlement_no',
  unique: 'dealer_settlement_settlement_no_key',
});

/** The query for settlements, with joined columns. */
export const settlements = (db: Kysely<Schema>) =>
  db
    .selectFrom('dealer_settlement')
    .innerJoin('dealer as d', 'd.id', 'dealer_settlement.dealer_id')
    .innerJoin('inspect_case as k', 'k.id', 'dealer_settlement.case_id')
    .leftJoin('forensic_case as f', 'f.id', 'dealer_settlement.evidence_id')
    .leftJoin('refund as r', 'r.id', 'dealer_settlement.refund_id')
    .leftJoin('account as a', 'a.id', 'dealer_settlement.agreed_by')
    .leftJoin('account as p', 'p.id', 'dealer_settlement.approved_by')
    .innerJoin('account as c', 'c.id', 'dealer_settlement.created_by')
    .leftJoin('settlement_paper as s', 's.settlement_id', 'dealer_settlement.id')
    .selectAll('dealer_settlement')
    .select(['d.dealer_name', 'k.case_no', 'f.case_no as evidence_no', 'r.refund_no', 's.name as paper'])
    .select(['a.name as agreeing', 'p.name as approver', 'c.name as creator'])
    .select(ksql<string | null>`to_char(dealer_settlement.agreed_on, 'YYYY-MM-DD')`.as('agreed_on'));

type SettlementRow = Awaited<ReturnType<ReturnType<typeof settlements>['execute']>>[number];

export const presentedSettlement = (row: SettlementRow) =>
  declaredRow(settlement, {
    ...row,
    amount: moneyOf(row.amount),
    withheld: moneyOf(row.withheld),
    returned: moneyOf(row.returned),
    agreed_by: row.agreeing,
    agreed_by_id: row.agreed_by,
    approved_by: row.approver,
    approved_by_id: row.approved_by,
    created_by: row.creator,
    created_by_id: row.created_by,
  });

type StepOfSettlement = StepOf<typeof settlementLife>;

/** Locks a settlement for a step; throws 404 if there is none, 409 if its status does not allow the step. */
export async function lockSettlement(
  change: Change,
  id: number,
  step: StepOfSettlement,
): Promise<Selectable<Schema['dealer_settlement']>> {
  await change.changing('dealer_settlement', id);
  const row = await change.db.selectFrom('dealer_settlement').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('dealer_settlement');
  requireStatus(row, step);
  return row;
}

function requireStatus(
  row: { readonly status: SettlementStatus; readonly settlement_no: string },
  step: StepOfSettlement,
) {
  if (!settlementLife.mayTake(step, row.status))
    throw conflict(`settlement_${row.status}`, { settlement: row.settlement_no });
}
