import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { caseAdd, caseOwners, inspectCase } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { settlement, settlementAdd } from '@suyuan/contract/inspect/case/settlement.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { taskAdd, taskDetail } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

let code: string;
let linkedCode: string;

/** Has a code queried in provinces far apart, which gives cause to warnings; resolves to their ids. */
async function warned(server: TestServer, code: string): Promise<number[]> {
  for (const ip of ['114.114.114.114', '202.106.0.20', '222.172.200.68']) {
    await fetch(`${server.url}${scan.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ code }),
    });
  }
  const found = () => server.call(consumerWarning.page, { code });
  await expect.poll(async () => (await found()).total, { timeout: 30_000 }).toBe(2);
  return (await found()).rows.map(({ id }) => id);
}

test.beforeAll(async ({ server }) => {
  const format = { prefix: '9', alphabet: 'base32', body_length: 12, check: 'none', carrier: 'plain' } as const;
  const { id: rule_id } = await server.call(codeRule.add, { rule_name: '案件', level: 1, ...format });
  const made = await server.call(product.add, { product_code: 'CASE', product_name: '案件酒' });
  const { id } = await server.call(orderAdd, { rule_id, product_id: made.id, quantity: 10 });
  [code, linkedCode] = (await server.call(codesQuery, { order_id: id })).map((one) => one.code) as [string, string];
  const facts = { dealer_code: 'CASE', dealer_name: '跨区商行', dealer_level: 1, status: 'enabled' } as const;
  await server.call(dealer.add, facts);
});

test.beforeEach(({ page, server }) => signedIn(page, server));

test('a warning becomes a case, an inspector goes to the shop with a phone, and the dealer is settled with', async ({
  page,
  server,
}) => {
  await warned(server, code);

  await page.goto(`/queryconsumerwarning?code=${code}`);
  await page.getByRole('checkbox', { name: '选择本页全部' }).check();
  await page
    .getByRole('region', { name: '对选中的行' })
    .getByRole('button', { name: /^立\s*案$/ })
    .click();
  const making = page.getByRole('dialog', { name: '将 2 条预警立案' });
  await making.getByLabel('案由').fill('一码多处出现');
  await making.getByRole('button', { name: /^立\s*案$/ }).click();
  await expect(page.getByText(/已立案：AJ\d+/)).toBeVisible();
  const [opened] = (await server.call(inspectCase.page, {})).rows;
  const id = opened?.id as number;

  await page.goto('/case');
  await page
    .getByRole('row', { name: /一码多处出现/ })
    .getByRole('button', { name: '派稽查' })
    .click();
  const sending = page.getByRole('dialog', { name: `为 ${opened?.case_no} 派稽查` });
  await sending.getByRole('combobox', { name: '稽查员' }).click();
  await page.getByTitle(/\(admin\)/).click();
  await sending.getByRole('button', { name: /江苏省.*网络地址/ }).click();
  await expect(sending.getByLabel('门店或地址')).toHaveValue(/江苏省/);
  await sending.getByRole('button', { name: '派稽查' }).click();
  await expect(page.getByText(/已派出任务 RW\d+/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/inspectrecord');
  const own = page.getByRole('region', { name: '我的任务' });
  await expect(own.getByRole('button', { name: '完成任务' })).toBeDisabled();
  await own.getByRole('button', { name: '在此稽查' }).click();
  await expect(page.getByText('正在稽查：江苏省')).toBeVisible();
  await page.getByRole('textbox', { name: /扫描或粘贴码/ }).fill(code);
  await page.getByRole('button', { name: /^稽\s*查$/ }).click();
  await expect(own.getByText('已稽查')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await own.getByRole('button', { name: '完成任务' }).click();
  const finishing = page.getByRole('dialog', { name: /完成任务 RW/ });
  await finishing.getByLabel('走访结论').fill('店里有三瓶');
  await finishing.getByRole('button', { name: '完成任务' }).click();
  await expect(own).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/case?detail=${id}`);
  const view = page.getByRole('dialog', { name: /一码多处出现/ });
  await expect(view.getByText('店里有三瓶').first()).toBeVisible();
  await view.getByRole('button', { name: /^取\s*证$/ }).click();
  const proving = page.getByRole('dialog', { name: '新建取证' });
  await proving.getByLabel('地点').fill('西湖路 5 号');
  await proving.getByRole('button', { name: /^保存/ }).click();
  await expect.poll(async () => (await server.call(caseDetail, { id })).evidence).toHaveLength(1);
  await page.reload();
  await view.getByRole('button', { name: '起草处理协议' }).last().click();
  const settling = page.getByRole('dialog', { name: /处理协议（AJ/ });
  await settling.getByRole('combobox', { name: '经销商' }).click();
  await page.getByTitle('跨区商行 (CASE)').click();
  await settling.getByLabel('应付金额').fill('1200.50');
  await settling.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(page.getByText(/已起草 XY\d+/)).toBeVisible();
  const { rows } = await server.call(settlement.page, { case_id: id });
  expect(rows).toMatchObject([{ amount: '1200.50', dealer_name: '跨区商行', evidence_no: expect.any(String) }]);

  await page.goto('/case?tab=settlements');
  const row = page.getByRole('row', { name: /跨区商行/ });
  await row.getByRole('button', { name: '登记达成' }).click();
  const agreeing = page.getByRole('dialog', { name: /登记达成/ });
  await agreeing.getByLabel('达成日期').fill('2026-01-31');
  await page.keyboard.press('Enter');
  await agreeing.getByLabel('经销商签字人').fill('李总');
  await agreeing.getByRole('button', { name: '登记达成' }).click();
  await expect(row).toContainText('已达成');
  await row.getByRole('button', { name: '登记付款' }).click();
  await page
    .getByRole('dialog', { name: /登记付款/ })
    .getByRole('button', { name: '登记付款' })
    .click();
  await expect(row).toContainText('已付款');

  // A return that was agreed leads to its settlement, and that to the case and back.
  const dealer_id = rows[0]?.dealer_id as number;
  const store = { warehouse_code: 'CASE-W', warehouse_name: '案件退货仓', warehouse_type: 'returns' } as const;
  const { id: warehouse_id } = await server.call(warehouse.add, store);
  const back = await server.call(refund.add, { dealer_id, warehouse_id, reason: '跨区', lines: [] });
  const agreed = await server.call(settlementAdd, { case_id: id, dealer_id, amount: '1', refund_id: back.id });
  await page.goto(`/refund?detail=${back.id}`);
  await page.getByRole('dialog').getByRole('link', { name: agreed.settlement_no }).click();
  const settled = page.getByRole('dialog', { name: agreed.settlement_no });
  await expect(settled.getByRole('link', { name: back.refund_no })).toBeVisible();
  await settled.getByRole('link', { name: opened?.case_no as string }).click();
  await expect(
    page
      .getByRole('dialog', { name: /一码多处出现/ })
      .getByText(back.refund_no)
      .first(),
  ).toBeVisible();
});

test('a warning, its case, the task, the inspection, the evidence and the settlement lead to each other', async ({
  page,
  server,
}) => {
  const warnings = await warned(server, linkedCode);
  const [me] = await server.call(caseOwners, { keyword: 'admin' });
  const [person, due_at] = [me?.id as number, new Date(Date.now() + 86_400_000).toISOString()];
  const title = '处处相连';
  const opened = await server.call(caseAdd, { title, warning_ids: warnings, owner_id: person, due_at });
  const stops = [{ name: '江宁路 8 号', area_code: '320115' }];
  const task = await server.call(taskAdd, { case_id: opened.id, assignee_id: person, due_at, stops });
  const stop_id = (await server.call(taskDetail, { id: task.id })).route[0]?.id as number;
  const inspection = await server.call(inspectAdd, { code: linkedCode, area_code: '320115', stop_id });
  const dealer_id = (await server.call(dealer.page, { keyword: 'CASE' })).rows[0]?.id as number;
  const evidence = await server.call(forensicAdd, { code: linkedCode, dealer_id, inspect_id: inspection.id });
  const agreement = { case_id: opened.id, dealer_id, evidence_id: evidence.id, amount: '5' };
  const { settlement_no } = await server.call(settlementAdd, agreement);
  const { case_no, tasks_of, evidence: proofs } = await server.call(caseDetail, { id: opened.id });
  const [taskNo, evidenceNo] = [tasks_of[0]?.task_no as string, proofs[0]?.case_no as string];

  /** Follows a link of the record that is shown to another record. */
  const follow = async (from: string | RegExp, link: string, to: string | RegExp) => {
    const shown = (name: string | RegExp) => page.getByRole('dialog', { name }).locator('visible=true');
    await shown(from).getByRole('link', { name: link, exact: true }).first().click();
    await expect(shown(to)).toBeVisible();
  };
  await page.goto(`/queryconsumerwarning?detail=${warnings[0]}`);
  await follow(linkedCode, case_no, new RegExp(title));
  await follow(new RegExp(title), taskNo, new RegExp(taskNo));
  await follow(new RegExp(taskNo), linkedCode, linkedCode);
  await follow(linkedCode, evidenceNo, new RegExp(evidenceNo));
  await follow(new RegExp(evidenceNo), settlement_no, settlement_no);
  await follow(settlement_no, case_no, new RegExp(title));
  for (const [link, record] of [
    [linkedCode, linkedCode],
    [evidenceNo, new RegExp(evidenceNo)],
    [settlement_no, settlement_no],
  ] as const) {
    await page.goto(`/case?detail=${opened.id}`);
    await follow(new RegExp(title), link, record);
  }
});
