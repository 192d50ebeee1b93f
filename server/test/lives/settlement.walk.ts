import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { caseAdd } from '@suyuan/contract/inspect/case/case.ts';
import { dealerAccount, depositAdd } from '@suyuan/contract/inspect/case/deposit.ts';
import { settlementLife } from '@suyuan/contract/inspect/case/settlement.life.ts';
import {
  settlement,
  settlementAdd,
  settlementAgree,
  settlementApprove,
  settlementClose,
  settlementDisapprove,
  settlementPay,
  settlementRevert,
  settlementUpdate,
  settlementWithdraw,
} from '@suyuan/contract/inspect/case/settlement.ts';
import { suspected } from '../goods/suspected.ts';
import { defineWalk, type Stage } from './walk.ts';

interface Agreement {
  readonly id: number;
  readonly dealerId: number;
}

let begun = 0;
let other: string | undefined;

const agree = ({ server }: Stage, { id }: Agreement) =>
  server.data(settlementAgree, { id, signatory: 'Mr Li', agreed_on: '2026-01-31' });

async function approve({ server }: Stage, { id }: Agreement): Promise<void> {
  other ??= await server.as(['case', 'case:approve']);
  await server.data(settlementApprove, { id }, { token: other });
}

const isApproved = async ({ server }: Stage, { id }: Agreement) =>
  (await server.data(settlement.page, { id })).rows[0]?.approved_by_id !== null;

/** A settlement above the limit, of a dealer whose deposit suffices. One that was agreed is approved before it is paid. */
export default defineWalk<typeof settlementLife, Agreement>({
  life: settlementLife,
  begin: async (stage, status) => {
    const { server, goods } = stage;
    begun += 1;
    await server.data(enterpriseUpdate, { enterprise_code: 'E', enterprise_name: 'E', settlement_limit: '50' });
    const dealerId = await goods.dealer();
    await server.data(depositAdd, { dealer_id: dealerId, kind: 'paid_in', amount: '100' });
    const warning = await suspected(server.sql, { subject: `walk-settlement-${begun}` });
    const facts = { title: 'diverted', warning_ids: [warning], owner_id: 1, due_at: '2030-01-01T00:00:00Z' };
    const case_id = (await server.data(caseAdd, facts)).id;
    const { id } = await server.data(settlementAdd, { case_id, dealer_id: dealerId, amount: '80', withheld: '20' });
    const thing = { id, dealerId };
    if (status === 'withdrawn') await server.data(settlementWithdraw, { id, reason: 'a mistake' });
    if (status === 'draft' || status === 'withdrawn') return thing;
    await agree(stage, thing);
    await approve(stage, thing);
    if (status !== 'agreed') await server.data(settlementPay, { id });
    if (status === 'closed') await server.data(settlementClose, { id });
    return thing;
  },
  take: {
    update: async ({ server }, { id }) => {
      const { rows } = await server.data(settlement.page, { id });
      const amount = rows[0]?.amount === '80.00' ? '90' : '80';
      await server.data(settlementUpdate, { id, amount, withheld: '20' });
    },
    agree: async (stage, thing) => {
      await agree(stage, thing);
      await approve(stage, thing);
    },
    approve: async (stage, thing) => {
      // It is approved at first, so that it may be paid.
      if (await isApproved(stage, thing))
        await stage.server.data(settlementDisapprove, { id: thing.id, reason: 'look again' });
      else await approve(stage, thing);
    },
    disapprove: async (stage, thing) => {
      if (await isApproved(stage, thing))
        await stage.server.data(settlementDisapprove, { id: thing.id, reason: 'look again' });
      else await approve(stage, thing);
    },
    pay: ({ server }, { id }) => server.data(settlementPay, { id }),
    close: ({ server }, { id }) => server.data(settlementClose, { id }),
    withdraw: ({ server }, { id }) => server.data(settlementWithdraw, { id, reason: 'a mistake' }),
    revert: ({ server }, { id }) => server.data(settlementRevert, { id, reason: 'a mistake' }),
  },
  see: async ({ server }, { id, dealerId }) => {
    const [row] = (await server.data(settlement.page, { id })).rows;
    // Why its last step was taken back stays with it.
    const { reason: _, ...seen } = row ?? {};
    return { seen, account: await server.data(dealerAccount, { dealer_id: dealerId }) };
  },
});
