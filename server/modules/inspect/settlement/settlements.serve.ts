import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  settlement,
  settlementAdd,
  settlementUpdate,
  settlementWithdraw,
} from '@suyuan/contract/inspect/case/settlement.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { serveDeclaredList } from '#platform/lists/declared-list.ts';
import { withNextNumber } from '#platform/records/number-series.ts';
import { requireFresh } from '#platform/records/stale.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { lockCase, noteStep } from '../case/case-rows.ts';
import { currencyOf } from '../money.ts';
import { lockSettlement, presentedSettlement, settlementNumbers, settlements } from './settlement-rows.ts';

type Facts = Omit<InputOf<typeof settlementUpdate>, 'id' | 'updated_at'>;

/** 处理协议: drafts of what is agreed with a dealer about a case. */
export default function serveSettlements(services: Services): void {
  const { routes } = services;

  serveDeclaredList(services, settlement, {
    rows: settlements,
    defaultSort: '-created_at',
    narrow: {
      waits: (rows) =>
        rows
          .where('dealer_settlement.status', '=', 'agreed')
          .where('dealer_settlement.needs_approval', '=', true)
          .where('dealer_settlement.approved_by', 'is', null),
    },
    present: presentedSettlement,
  });

  routes.change(settlementAdd, async ({ case_id, dealer_id, ...facts }, { account }, change) => {
    await lockCase(change, case_id, 'update');
    await requireReferences(change, facts, dealer_id);
    const row = { case_id, dealer_id, ...columnsOf(facts), currency: await currencyOf(change.db) };
    const made = await withNextNumber(change, settlementNumbers, (settlement_no) =>
      change.db
        .insertInto('dealer_settlement')
        .values({ ...row, settlement_no, created_by: account.id })
        .returning(['id', 'settlement_no'])
        .executeTakeFirstOrThrow(),
    );
    change.made('dealer_settlement', made.id);
    await noteStep(change, case_id, { step: 'settlement_added', text: made.settlement_no, by_id: account.id });
    return made;
  });

  routes.change(settlementUpdate, async ({ id, updated_at, ...facts }, _, change) => {
    const row = await lockSettlement(change, id, 'update');
    await requireFresh(change, 'dealer_settlement', row, updated_at);
    await requireReferences(change, facts, row.dealer_id);
    await change.db
      .updateTable('dealer_settlement')
      .set({ ...columnsOf(facts), updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id };
  });

  routes.change(settlementWithdraw, async ({ id, reason }, _, change) => {
    await lockSettlement(change, id, 'withdraw');
    await change.db
      .updateTable('dealer_settlement')
      .set({ status: 'withdrawn', reason: reason.trim(), updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    return { id };
  });
}

const columnsOf = ({ amount, withheld = '0', returned = '0', refund_id, evidence_id, note }: Facts) => ({
  ...{ amount, withheld, returned },
  refund_id: refund_id ?? null,
  evidence_id: evidence_id ?? null,
  note: note?.trim() || null,
});

/** Throws 400 for a dealer, return or evidence that there is not, or that is another dealer's. */
async function requireReferences(change: Change, { refund_id, evidence_id }: Facts, dealerId: number): Promise<void> {
  const dealer = await change.db.selectFrom('dealer').select('id').where('id', '=', dealerId).executeTakeFirst();
  const refund = refund_id
    ? await change.db.selectFrom('refund').select('dealer_id').where('id', '=', refund_id).executeTakeFirst()
    : undefined;
  const evidence = evidence_id
    ? await change.db.selectFrom('forensic_case').select('id').where('id', '=', evidence_id).executeTakeFirst()
    : undefined;
  const missing = (path: string, value: number): Problem => ({ path, reason: 'no_such', params: { value } });
  const problems = [
    ...(dealer ? [] : [missing('dealer_id', dealerId)]),
    ...(refund_id && refund?.dealer_id !== dealerId ? [missing('refund_id', refund_id)] : []),
    ...(evidence_id && !evidence ? [missing('evidence_id', evidence_id)] : []),
  ];
  if (problems.length > 0) throw badInput(...problems);
}
