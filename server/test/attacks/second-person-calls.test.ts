import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { caseAdd } from '@suyuan/contract/inspect/case/case.ts';
import {
  settlement,
  settlementAdd,
  settlementAgree,
  settlementApprove,
} from '@suyuan/contract/inspect/case/settlement.ts';
import { hold, holdAdd, holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { recall, recallAdd, recallBegin, recallRelease } from '@suyuan/contract/inspect/recall/recall.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { self, updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { countApprove, countFinish, countStart, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { clearanceSign, lineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';
import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import { workOrder, workOrderDetail, workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderClose, workOrderReopen } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { shiftAdd, shiftHand, shiftHandover, shiftReceive } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { handover, handoverAdd, handoverHand, handoverReceive } from '@suyuan/contract/report/handover.ts';
import { codeClosure, codesClose, reopenApprove, reopenAsk } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { describe, expect, test } from 'vitest';
import { newClearance } from '../goods/clearance.ts';
import { goodsServer } from '../goods/goods-server.ts';
import { newTeam } from '../goods/new-team.ts';
import { suspected } from '../goods/suspected.ts';
import { everyPermission } from './attack.ts';

// Every call that takes two people is made by one: with the same account, with a second one that the first made, and by a
// second person, who may.

const { server, goods, from } = await goodsServer();

/** For each such call: what the first person does, as whoever the token is of, and the input of the second. */
const parts: Readonly<Record<string, (token: string, factory?: number) => Promise<object>>> = {
  [reopenApprove.path]: async (token) => {
    const at = ++closed;
    const { id } = await server.data(codesClose, { order_id: await order(), from: at, to: at, reason: 'stop' });
    await server.data(reopenAsk, { id: id as number, reason: 'please' }, { token });
    return { id };
  },
  [workOrderClose.path]: async (token, factory) => {
    const made = await goods.made(from);
    const id = made.workOrderId;
    await goods.cases(made, 1);
    // A device took one code for it, and three are on products.
    await server.sql`
      insert into code_lease (work_order_id, code_order_id, level, first_id, last_id)
      select ${id}, id, 1, first_id + ${id}::bigint, first_id + ${id}::bigint from code_order where id = ${await order()}`;
    if (factory) await server.sql`update work_order set factory_id = ${factory} where id = ${id}`;
    await server.data(workOrderFinish, { id }, { token });
    return { id, reason: 'one is broken' };
  },
  [workOrderReopen.path]: async (token, factory) => {
    const id = await finished(factory);
    await server.data(workOrderClose, { id }, { token });
    return { id, reason: 'a device told late' };
  },
  [lotRelease.path]: async (token) => {
    const id = await finished();
    await server.data(lotRelease, { id, release: 'quality' }, { token });
    return { id, release: 'market' };
  },
  [lotTakeBack.path]: async (token) => {
    const id = await finished();
    await server.data(lotRelease, { id, release: 'quality' }, { token });
    return { id, release: 'quality', reason: 'a sample failed' };
  },
  [handoverReceive.path]: async (token) => {
    const made = await goods.made(from);
    await goods.cases(made, 1);
    const { id } = await server.data(handoverAdd, { work_order_id: made.workOrderId });
    await server.data(handoverHand, { id }, { token });
    return { id, counted: 1 };
  },
  [shiftReceive.path]: async (token) => ({ id: await shift(token) }),
  [clearanceSign.path]: async (token) => {
    await goods.product();
    return { id: await newClearance(server, token) };
  },
  [recallRelease.path]: async (token) => {
    const scope = { lot: (await goods.made(from)).lot };
    const { id } = await server.data(recallAdd, { scope, drill: false, reason: 'glass' });
    await server.data(recallBegin, { id }, { token });
    return { id, reason: 'no glass' };
  },
  [holdRelease.path]: async (token) => {
    const scope = { lot: (await goods.made(from)).lot };
    const holding = { scope, reason: 'waits', owner_id: 1, due_at: '2030-01-01T00:00:00Z' };
    return { id: (await server.data(holdAdd, holding, { token })).id, reason: 'passed' };
  },
  [countApprove.path]: async (token) => {
    const warehouse_id = await goods.warehouse();
    await goods.cases(await goods.made(warehouse_id), 1);
    const { id } = await server.data(stockCount.add, { warehouse_id });
    await server.data(countStart, { id });
    await server.data(countFinish, { id }, { token });
    return { id, reason: 'looked twice' };
  },
  [settlementApprove.path]: async (token) => {
    const dealerId = await goods.dealer();
    const warning = await suspected(server.sql, { subject: `second-${dealerId}`, dealerId });
    const facts = { title: 'diverted', warning_ids: [warning], owner_id: 1, due_at: '2030-01-01T00:00:00Z' };
    const { id: case_id } = await server.data(caseAdd, facts);
    const { id } = await server.data(settlementAdd, { case_id, dealer_id: dealerId, amount: '999999.99' });
    await server.data(settlementAgree, { id, signatory: 'Mr Li', agreed_on: '2026-01-31' }, { token });
    return { id };
  },
};
/** A finished work order that adds up, whose lot nobody has released. */
async function finished(factory?: number): Promise<number> {
  const { workOrderId: id } = await goods.made(from, { released: false });
  if (factory) await server.sql`update work_order set factory_id = ${factory} where id = ${id}`;
  await server.data(workOrderFinish, { id });
  return id;
}
/** The hand-over of a shift that has left. */
async function shift(token: string): Promise<number> {
  const { id } = await server.data(shiftAdd, { team_id: await newTeam(server) });
  await server.data(shiftHand, { id }, { token });
  return id;
}
/** For each such call: the record in which the console finds who began it. */
const records: Readonly<Record<string, (id: number, token: string) => Promise<object | null | undefined>>> = {
  [reopenApprove.path]: (id, token) => listed(codeClosure.page, id, token),
  [workOrderClose.path]: (id, token) => server.data(workOrderDetail, { id }, { token }),
  [workOrderReopen.path]: (id, token) => listed(workOrder.page, id, token),
  [lotRelease.path]: async (id, token) => (await server.data(workOrderDetail, { id }, { token })).lot,
  [lotTakeBack.path]: async (id, token) => (await server.data(workOrderDetail, { id }, { token })).lot,
  [handoverReceive.path]: (id, token) => listed(handover.page, id, token),
  [shiftReceive.path]: (id, token) => listed(shiftHandover.page, id, token),
  [clearanceSign.path]: (id, token) => listed(lineClearance.page, id, token),
  [recallRelease.path]: (id, token) => listed(recall.page, id, token),
  [holdRelease.path]: (id, token) => listed(hold.page, id, token),
  [countApprove.path]: (id, token) => listed(stockCount.page, id, token),
  [settlementApprove.path]: (id, token) => listed(settlement.page, id, token),
};
const listed = async (page: Call, id: number, token: string) => {
  const { rows } = (await server.data(page, { size: 200 }, { token })) as { rows: { id: number }[] };
  return rows.find((row) => row.id === id);
};
let closed = 0;
let issued: number | undefined;
async function order(): Promise<number> {
  if (issued !== undefined) return issued;
  const format = { alphabet: 'digits', body_length: 16, check: 'none', carrier: 'url' } as const;
  const { id: rule_id } = await server.data(codeRule.add, { rule_name: 'r', level: 1, prefix: '', ...format });
  issued = (await server.data(orderAdd, { rule_id, quantity: 1000, product_id: await goods.product() })).id;
  return issued;
}

let named = 0;
/** A person with every right, and an account that this person made. */
async function withPuppet(factory?: number): Promise<{ token: string; puppet: string }> {
  const name = `schemer-${++named}`;
  const token = await server.as(everyPermission, { name, ...(factory ? { factory } : {}) });
  const [role] = await server.sql<{ id: number }[]>`select id from role where role_name = ${name}`;
  const account = { account_name: `puppet-${named}`, account_type: factory ? 2 : 1 } as const;
  const { one_time_password } = await server.data(
    employee.add,
    { ...account, name: 'x', role_ids: [role?.id as number], ...(factory ? { factory_id: factory } : {}) },
    { token },
  );
  const first = await server.data(login, { ...account, account_password: one_time_password }, { token: '' });
  const chosen = { old_password: one_time_password, new_password: `walnut-kettle-${named}` };
  await server.data(updatePasswordSelf, chosen, { token: first });
  return { token, puppet: first };
}

const takingTwo = calls.filter(({ secondPerson }) => secondPerson !== undefined);

test('every call that takes two people is attacked here', () => {
  expect(takingTwo.map(({ path }) => path).toSorted()).toEqual(Object.keys(parts).toSorted());
});

test('a call documented as needing another person declares it', () => {
  const documented = calls.filter(({ summary }) => /\banother person\b|The person who [^.]* cannot/.test(summary));
  expect(documented.map(({ path }) => path).toSorted()).toEqual(takingTwo.map(({ path }) => path).toSorted());
});

describe.each(takingTwo.map((call) => [call.path, call] as const))('%s', (path, call: Call) => {
  const first = parts[path] as (typeof parts)[string];
  const answer = async (input: object, token: string) => {
    const { status, envelope } = await server.call(call, input, { token, language: 'en' });
    return `${status} ${envelope.message}`;
  };

  test('is refused to the person who did the first part, with the same account or another one of theirs', async () => {
    const { token, puppet } = await withPuppet();
    const input = await first(token);
    expect(await answer(input, token)).toContain('409 This takes two people');
    expect(await answer(input, puppet)).toContain('409 It takes an independent person');
    expect(await answer(input, await server.as(everyPermission))).toContain('200');
  });

  test('is not offered to the person who did the first part', async () => {
    const { token } = await withPuppet();
    const { id } = (await first(token)) as { id: number };
    const me = (await server.data(self, {}, { token })).id;
    const record = await records[path]?.(id, token);
    expect(record).toMatchObject({ [call.begunBy as string]: me });
  });

  test('is refused in the opposite order, with the second account first', async () => {
    const { token, puppet } = await withPuppet();
    expect(await answer(await first(puppet), token)).toContain('409 It takes an independent person');
  });
});

test('people of a factory count as two, though they cannot see the audit log', async () => {
  const factory = await server.party('factory');
  const { token, puppet } = await withPuppet(factory);
  const input = await (parts[workOrderClose.path] as (typeof parts)[string])(token, factory);
  const { status, envelope } = await server.call(workOrderClose, input, { token: puppet, language: 'en' });
  expect([status, envelope.message]).toEqual([409, expect.stringContaining('independent person')]);
});
