import { enterpriseUpdate } from '@suyuan/contract/base/enterprise.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { consumerWarning, warningSettle, warningTake } from '@suyuan/contract/inspect/consumer-warning.ts';
import { hold, holdAdd, holdOwners, holdRelease } from '@suyuan/contract/inspect/hold.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { recallAdd, recallBegin } from '@suyuan/contract/inspect/recall/recall.ts';
import { inspectAdd, inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { warningParamUpdate } from '@suyuan/contract/inspect/warning-rule.ts';
import { employee, employeePassword } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { selectedList, updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { inspectReturn, receiveReturn, refund, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { boxCodes, stock } from '@suyuan/contract/physical/stock/stock.ts';
import { arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { arrivalComplete, arrivalFinish, arrivalScan } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { load, ship, sign, waybill, waybillCodes } from '@suyuan/contract/physical/waybill/waybill.ts';
import { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import {
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { codesScrap } from '@suyuan/contract/plant/packing/marking.ts';
import { pack, packageTree, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { handover, handoverAdd, handoverReady } from '@suyuan/contract/report/handover.ts';
import { dateYield, productionOrder } from '@suyuan/contract/report/production.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { codesOfOrder } from './goods/codes-of-order.ts';
import { callsAt, type TestCalls, type TestServer } from './harness/server.ts';

// Each role of the sample has a person who can do the day's work with what is there, and nothing of what others do.

/** Signs a person of the sample in, as an administrator hands out the account. */
async function signedIn(server: TestServer, account_name: string, account_type: 1 | 2 | 3): Promise<TestCalls> {
  const { rows } = await server.data(employee.page, { keyword: account_name });
  const { one_time_password } = await server.data(employeePassword, { id: rows[0]?.id as number });
  const given = { account_name, account_password: one_time_password, account_type };
  const first = await server.data(login, given, { token: '' });
  const new_password = 'one-for-each-of-them-7';
  await server.data(updatePasswordSelf, { old_password: one_time_password, new_password }, { token: first });
  return callsAt(server.url, await server.data(login, { ...given, account_password: new_password }, { token: '' }));
}

interface Day {
  readonly account: string;
  readonly type: 1 | 2 | 3;
  /** Screens that the person sees. */
  readonly sees: readonly string[];
  /** What is done in a day; each call has to succeed. */
  readonly works: (person: TestCalls, server: TestServer) => Promise<void>;
}

/** What is done by one of these roles at least, and by no other. */
const doneBy: readonly (readonly [call: Call, roles: readonly string[]])[] = [
  [workOrder.add, ['production lead']],
  [workOrderRelease, ['production lead']],
  [workOrderStart, ['production lead', 'factory', 'packer']],
  [pack, ['packer']],
  [unpack, ['packer']],
  [codesScrap, ['packer']],
  [handoverAdd, ['production lead', 'packer']],
  [waybill.add, ['warehouse clerk']],
  [load, ['warehouse clerk']],
  [ship, ['warehouse clerk']],
  [sign, ['warehouse clerk', 'receiver', 'dealer']],
  [receiveReturn, ['warehouse clerk', 'receiver']],
  [inspectReturn, ['warehouse clerk', 'quality manager']],
  [refund.add, ['warehouse clerk', 'dealer']],
  [lotRelease, ['quality manager']],
  [holdAdd, ['quality manager']],
  [holdRelease, ['quality manager']],
  [recallBegin, ['quality manager']],
  [warningParamUpdate, ['quality manager']],
  [warningSettle, ['quality manager', 'inspector']],
  [inspectAdd, ['inspector']],
  [forensicAdd, ['inspector']],
  [orderAdd, []],
  [codeRule.update, []],
  [product.add, []],
  [warehouse.add, []],
  [role.add, []],
  [employee.add, []],
  [enterpriseUpdate, []],
];

const none = { size: 1 };

/** A running work order of the factory, and labels that nobody has used. */
async function toPack(person: TestCalls, server: TestServer) {
  const { rows } = await person.data(workOrder.page, { status: 'running', size: 1 });
  const order = rows[0] as { id: number; product_id: number };
  const ofLevel = async (level: number, quantity: number, product_id: number | null) => {
    const { rows: rules } = await server.data(codeRule.page, { size: 100 });
    const rule = rules.find((one) => one.level === level && one.carrier !== 'digital-link' && one.status === 'enabled');
    const { id } = await server.data(orderAdd, { rule_id: rule?.id as number, product_id, quantity });
    return codesOfOrder(server, id);
  };
  return { order, units: await ofLevel(1, 3, order.product_id), boxes: await ofLevel(3, 1, null) };
}

const days: Readonly<Record<string, Day>> = {
  'production lead': {
    account: 'zhao.qiang',
    type: 1,
    sees: ['orderlist', 'dateyield', 'productionorder', 'repeatedquery', 'connect', 'shift', 'classlist'],
    async works(person) {
      const [{ rows }, teams] = await Promise.all([
        person.data(workOrder.page, { status: 'finished', size: 1 }),
        person.data(team.page, none),
      ]);
      const { product_id, line_id } = rows[0] as { product_id: number; line_id: number };
      const { id } = await person.data(workOrder.add, { product_id, quantity: 60, line_id });
      await person.data(workOrderRelease, { id });
      await person.data(workOrderStart, { id, others: 'hold' });
      await person.data(workOrderHold, { id });
      await person.data(workOrderStart, { id, others: 'hold' });
      await person.data(workOrderFinish, { id });
      await person.data(dateYield.figures, { period: 'last7', group: 'line' });
      await person.data(productionOrder.figures, { period: 'last7' });
      const { rows: open } = await person.data(repeatedCode.page, { status: 'open', size: 1 });
      await person.data(repeatedCode.note, { ids: open.map((one) => one.id), text: '让班组核对' });
      expect([teams.rows.length, open.length]).toEqual([1, 1]);
    },
  },
  packer: {
    account: 'liu.yang',
    type: 2,
    sees: ['orderlist', 'relevance', 'unrelevance1', 'replace', 'connect', 'shift', 'taskmanagement'],
    async works(person, server) {
      const { order, units, boxes } = await toPack(person, server);
      const [parent] = boxes as [string];
      await person.data(pack, { work_order_id: order.id, parent, children: units, remainder: true });
      expect((await person.data(packageTree, { code: parent })).children).toHaveLength(3);
      await person.data(unpack, { children: units.slice(0, 1), reason: '漏液' });
      await person.data(codesScrap, { work_order_id: order.id, codes: units.slice(0, 1), reason: '漏液' });
      const ready = await person.data(handoverReady, { work_order_id: order.id });
      expect(ready).toBeDefined();
    },
  },
  'warehouse clerk': {
    account: 'zheng.bo',
    type: 1,
    sees: ['freight', 'boxcode', 'minderlieferung', 'barter', 'refund', 'deliveryorder', 'xiazai', 'connect'],
    async works(person) {
      const { rows } = await person.data(waybill.page, { status: 'loading', kind: 'sale', size: 1 });
      const loading = rows[0] as { id: number; from_warehouse_id: number; to_dealer_id: number };
      await person.data(ship, { id: loading.id, short_reason: '其余明日发' });
      const [row] = await person.data(stock, { warehouse_id: loading.from_warehouse_id });
      expect(row?.units).toBeGreaterThan(0);
      const lines = [{ product_id: row?.product_id as number, quantity: 6 }];
      const { from_warehouse_id, to_dealer_id } = loading;
      await person.data(waybill.add, { kind: 'sale', from_warehouse_id, to_dealer_id, lines });
      const { rows: returns } = await person.data(refund.page, { waits: 'inspection', size: 1 });
      const { id } = returns[0] as { id: number };
      const { codes } = await person.data(refundDetail, { id });
      await person.data(inspectReturn, {
        id,
        codes: codes.slice(0, 1).map(({ code }) => code),
        result: 'restock',
        reason: '外观完好',
      });
      await person.data(productionData.page, { status: 'open' });
    },
  },
  receiver: {
    account: 'xu.lei',
    type: 1,
    sees: ['arrival', 'stock', 'boxcode', 'refund', 'connect', 'xiazai'],
    async works(person) {
      const { rows } = await person.data(arrival.page, { status: 'shipped' });
      const { id } = rows[0] as { id: number };
      const { expected } = await person.data(arrivalDesk, { id });
      const codes = expected.map(({ code }) => code);
      expect(await person.data(boxCodes, { codes })).toHaveLength(codes.length);
      await person.data(arrivalScan, { id, codes });
      const { completed_at } = await person.data(arrivalComplete, { id });
      const signed = await person.data(arrivalFinish, { id, received: 'counted', completed_at });
      expect(signed.units).toBeGreaterThan(0);
      await person.data(handover.page, { status: 'handed' });
    },
  },
  'quality manager': {
    account: 'feng.yan',
    type: 1,
    sees: ['orderlist', 'hold', 'recall', 'warningparam', 'queryconsumerwarning', 'deliveryorder', 'repeatedquery'],
    async works(person) {
      const [{ rows: holds }, [owner]] = await Promise.all([
        person.data(hold.page, { status: 'held', scope_kind: 'codes' }),
        person.data(holdOwners, { keyword: 'qian' }),
      ]);
      const { rows: orders } = await person.data(workOrder.page, { status: 'finished', size: 1 });
      const lot = orders[0]?.lot as string;
      await person.data(holdRelease, { id: holds[0]?.id as number, reason: '复检合格' });
      const due_at = new Date(Date.now() + 86_400_000).toISOString();
      await person.data(holdAdd, { scope: { lot }, reason: '封口抽检', owner_id: owner?.id as number, due_at });
      await person.data(recallAdd, { scope: { lot }, drill: true, reason: '季度演练' });
      const { rows: warnings } = await person.data(consumerWarning.page, { open: 'yes', size: 1 });
      await person.data(warningSettle, {
        ids: warnings.map(({ id }) => id),
        outcome: 'false_alarm',
        reason: '样品送检途中',
      });
      const { rows: open } = await person.data(productionData.page, { status: 'open', size: 1 });
      await person.data(productionData.settle, { ids: open.map(({ id }) => id), reason: '已核对' });
      expect([warnings.length, open.length]).toEqual([1, 1]);
    },
  },
  inspector: {
    account: 'li.na',
    type: 1,
    sees: ['inspectrecord', 'forensics', 'queryconsumerwarning', 'informationinquiry', 'diversion', 'supervise'],
    async works(person) {
      const { rows: seen } = await person.data(inspectRecord.page, { verdict: 'normal', size: 1 });
      const code = seen[0]?.code as string;
      await person.data(informationInquiry, { code });
      expect(await person.data(inspectAdd, { code, area_code: '440300' })).toMatchObject({ code });
      await person.data(forensicAdd, { code, note: '门头与货架' });
      const { rows } = await person.data(consumerWarning.page, { open: 'yes', size: 1 });
      await person.data(warningTake, { ids: rows.map(({ id }) => id) });
      expect(rows).toHaveLength(1);
    },
  },
  dealer: {
    account: 'he.jun',
    type: 3,
    sees: ['freight', 'refund', 'boxcode'],
    async works(person, server) {
      const { rows } = await person.data(waybill.page, { size: 50 });
      const own = rows.find(({ status }) => status === 'signed') as { id: number; to_dealer_id: number };
      const codes = (await person.data(waybillCodes, { id: own.id })).rows.map(({ code }) => code);
      expect(await person.data(boxCodes, { codes: codes.slice(0, 1) })).toMatchObject([{ held: false }]);
      const [back] = await server.data(warehouse.page, { keyword: 'CK-04' }).then((page) => page.rows);
      const { to_dealer_id: dealer_id } = own;
      await person.data(refund.add, { dealer_id, warehouse_id: back?.id as number, reason: '滞销', lines: [] });
      expect((await person.data(refund.page, {})).total).toBeGreaterThan(0);
    },
  },
  factory: {
    account: 'gao.ming',
    type: 2,
    sees: ['orderlist', 'plantlist', 'workline', 'classlist', 'repeatedquery', 'dateyield', 'connect'],
    async works(person) {
      const { rows } = await person.data(workOrder.page, { size: 50 });
      const running = rows.find(({ status }) => status === 'running') as { id: number };
      await person.data(workOrderHold, { id: running.id });
      await person.data(workOrderStart, { id: running.id, others: 'hold' });
      await person.data(dateYield.figures, { period: 'last30', group: 'line' });
      expect((await person.data(team.page, {})).total).toBeGreaterThan(0);
      await person.data(repeatedCode.page, {});
    },
  },
};

/** Screens by which the enterprise is set up, which none of these roles works with. */
const setUp = ['stafflist', 'rolemanage', 'tree', 'coderule', 'records', 'enterprise', 'auditlog', 'scancode'];

/** Walks through the day of each role, on a server with the sample. */
export function testRoles(serverOf: () => TestServer): void {
  describe.each(Object.entries(days))('the %s', (name, { account, type, sees, works }) => {
    let person: TestCalls;
    beforeAll(async () => {
      person = await signedIn(serverOf(), account, type);
    });

    test('sees the screens of the day, and not those of others', async () => {
      const menus = await person.data(selectedList, {});
      const seen = menus.flatMap(({ menu_key, selected }) => (selected ? [menu_key] : []));
      expect(seen).toEqual(expect.arrayContaining([...sees]));
      expect(setUp.filter((key) => seen.includes(key))).toEqual([]);
    });

    test('can do its work', () => works(person, serverOf()));

    test('is refused what others do', async () => {
      for (const [call, roles] of doneBy) {
        const { status } = await person.call(call, {});
        expect([call.path, [401, 403].includes(status)]).toEqual([call.path, !roles.includes(name)]);
      }
    });
  });
}
