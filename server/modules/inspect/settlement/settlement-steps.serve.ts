import {
  type SettlementStatus,
  settlementAgree,
  settlementApprove,
  settlementClose,
  settlementDisapprove,
  settlementPay,
  settlementRevert,
} from '@suyuan/contract/inspect/case/settlement.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import type { Updateable } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { holds } from '#platform/caller.ts';
import { ksql, type Schema } from '#platform/database/schema.ts';
import { conflict, noAccess } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { takeFromDeposit, undoMovements } from './deposit-movements.ts';
import { lockSettlement } from './settlement-rows.ts';

type Columns = Updateable<Schema['dealer_settlement']>;

const set = (change: Change, id: number, columns: Columns) =>
  change.db
    .updateTable('dealer_settlement')
    .set({ ...columns, updated_at: new Date() })
    .where('id', '=', id)
    .execute();

/** Where a settlement is once its last step was taken back, what of that step is forgotten, and who may do it. */
const back: Readonly<
  Record<
    Exclude<SettlementStatus, 'draft'>,
    { readonly to: SettlementStatus; readonly forgets: Columns; readonly needs: Permission }
  >
> = {
  agreed: {
    to: 'draft',
    forgets: {
      signatory: null,
      agreed_on: null,
      agreed_by: null,
      agreed_at: null,
      needs_approval: false,
      approved_by: null,
      approved_at: null,
    },
    needs: 'case:settle',
  },
  paid: { to: 'agreed', forgets: { paid_at: null }, needs: 'case:pay' },
  closed: { to: 'paid', forgets: { closed_at: null }, needs: 'case:pay' },
  withdrawn: { to: 'draft', forgets: {}, needs: 'case:settle' },
};

/** Serves the life of a settlement, from the agreement to its close, and back. */
export default function serveSettlementSteps({ routes, notices }: Services): void {
  routes.change(settlementAgree, async ({ id, signatory, agreed_on }, { account }, change) => {
    const row = await lockSettlement(change, id, 'agree');
    const needs_approval = await isAboveLimit(change, id);
    await set(change, id, {
      status: 'agreed',
      ...{ signatory: signatory.trim(), agreed_on, needs_approval, reason: null },
      ...{ agreed_by: account.id, agreed_at: new Date() },
    });
    if (needs_approval)
      await notices.tell(
        change.system,
        { holding: 'case:approve', except: account.id },
        {
          kind: 'settlement_agreed',
          params: { what: row.settlement_no, by: account.name },
          leads: [{ screen: 'case', query: `${new URLSearchParams({ tab: 'settlements', detail: `${id}` })}` }],
          about: `dealer_settlement:${id}`,
        },
      );
    return { id, needs_approval };
  });

  routes.change(settlementApprove, async ({ id }, { account, secondPerson }, change) => {
    const row = await lockSettlement(change, id, 'approve');
    const { settlement_no: settlement, needs_approval, approved_by } = row;
    if (!needs_approval || approved_by !== null) throw conflict('settlement_needs_no_approval', { settlement });
    await secondPerson.require({ account: row.agreed_by as number, at: row.agreed_at as Date });
    await set(change, id, { approved_by: account.id, approved_at: new Date() });
    await notices.settle(change.system, 'settlement_agreed', `dealer_settlement:${id}`);
    return { id };
  });

  routes.change(settlementDisapprove, async ({ id, reason }, _, change) => {
    const { settlement_no: settlement, approved_by } = await lockSettlement(change, id, 'disapprove');
    if (approved_by === null) throw conflict('settlement_not_approved', { settlement });
    await set(change, id, { approved_by: null, approved_at: null, reason: reason.trim() });
    return { id };
  });

  routes.change(settlementPay, async ({ id }, { account }, change) => {
    const row = await lockSettlement(change, id, 'pay');
    const { settlement_no: settlement, needs_approval, approved_by } = row;
    if (needs_approval && approved_by === null) throw conflict('settlement_not_approved', { settlement });
    await takeFromDeposit(change, row, account);
    await set(change, id, { status: 'paid', paid_at: new Date(), reason: null });
    return { id };
  });

  routes.change(settlementClose, async ({ id }, _, change) => {
    const { settlement_no: settlement, refund_id } = await lockSettlement(change, id, 'close');
    const refund =
      refund_id === null
        ? undefined
        : await change.db
            .selectFrom('refund')
            .select(['refund_no', 'status'])
            .where('id', '=', refund_id)
            .executeTakeFirst();
    if (refund && refund.status !== 'closed')
      throw conflict('settlement_return_open', { settlement, refund: refund.refund_no });
    await set(change, id, { status: 'closed', closed_at: new Date(), reason: null });
    return { id };
  });

  routes.change(settlementRevert, async ({ id, reason }, { account }, change) => {
    const { status } = await lockSettlement(change, id, 'revert');
    const { to, forgets, needs } = back[status as keyof typeof back];
    if (!holds(account, [needs])) throw noAccess(needs);
    if (status === 'paid') await undoMovements(change, id, { reason: reason.trim(), by: account.id });
    await set(change, id, { ...forgets, status: to, reason: reason.trim() });
    return { id, status: to };
  });
}

/** Whether what a dealer pays, with what is kept of its deposit, is more than one person may agree to. */
async function isAboveLimit(change: Change, id: number): Promise<boolean> {
  const { rows } = await ksql<{ above: boolean }>`
    select s.amount + s.withheld > coalesce((select settlement_limit from enterprise limit 1), 10000) as above
    from dealer_settlement s where s.id = ${id}`.execute(change.db);
  return rows[0]?.above === true;
}
