import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { load, ship, waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { testTexts } from '@suyuan/web/handheld/self-test/diagnosis.ts';
import { photoOf, withCamera } from './fake-camera.ts';
import {
  casesOf,
  clerk,
  enterPin,
  type Floor,
  firstSignIn,
  floorOf,
  newHandheld,
  newWaybill,
  password,
  scan,
} from './handheld-floor.ts';
import { expect, test } from './server.ts';

let floor: Floor;
test.beforeAll(async ({ server }) => {
  floor = await floorOf(server, server.database as string, { names: 'HH-', digits: '81' });
});
test.afterAll(() => floor.sql.end());

test('a waybill is loaded without a network, over a killed page, and is whole once the network is back', async ({
  browser,
  server,
}) => {
  const [one = '', two = '', three = ''] = await casesOf(floor, floor.made, 3);
  const [other] = await casesOf(floor, await floor.goods.made(floor.from), 1);
  const id = await newWaybill(floor, 'HH-W1', 9);
  const name = await clerk(server, 'hh-clerk-1');
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HH-W1/ }).tap();
  const verdict = page.locator('.verdict');
  const count = page.locator('.count');
  await expect(count).toHaveText('0 / 9');

  await context.setOffline(true);
  await scan(page, one);
  await expect(verdict).toContainText('已装车');
  await scan(page, one);
  await expect(verdict).toContainText('已经装过');
  await scan(page, other);
  await expect(verdict).toContainText('本运单没有这个产品或批次');
  await scan(page, two);
  await expect(count).toHaveText('6 / 9');
  await expect(page.getByText('2 个待上传')).toBeVisible();
  // The battery is empty. The program starts without a network, and nothing of what was scanned is lost.
  await page.close();
  const again = await context.newPage();
  await again.goto('/handheld/');
  await again.getByRole('button', { name }).tap();
  await enterPin(again);
  await again.getByRole('button', { name: /HH-W1/ }).tap();
  await expect(again.locator('.count')).toHaveText('6 / 9');
  await scan(again, three);
  await expect(again.locator('.count')).toHaveText('9 / 9');
  expect((await server.call(waybillDetail, { id })).loaded).toBe(0);

  await context.setOffline(false);
  await expect(again.getByText('已全部上传')).toBeVisible();
  await expect(again.locator('.count')).toHaveText('9 / 9');
  const { loaded, lines } = await server.call(waybillDetail, { id });
  expect({ loaded, lines: lines.map((line) => line.loaded) }).toEqual({ loaded: 9, lines: [9] });
  await context.close();
});

test('what the server refuses comes back at once, and is settled by a person', async ({ browser, server }) => {
  const [one = '', two = ''] = await casesOf(floor, floor.made, 2);
  const [first, second] = [await newWaybill(floor, 'HH-W2', 3), await newWaybill(floor, 'HH-W3', 3)];
  const name = await clerk(server, 'hh-clerk-2');
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  for (const waybillNo of ['HH-W2', 'HH-W3']) {
    await page.getByRole('button', { name: new RegExp(waybillNo) }).tap();
    await expect(page.locator('.count')).toHaveText('0 / 3');
    await page.getByRole('button', { name: '返回' }).tap();
  }
  // Without a network it cannot know that the case is on the other waybill by now.
  await context.setOffline(true);
  for (const [waybillNo, code] of [
    ['HH-W2', one],
    ['HH-W3', one],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(waybillNo) }).tap();
    await expect(page.locator('.count')).toHaveText('0 / 3');
    await scan(page, code);
    await expect(page.locator('.count')).toHaveText('3 / 3');
    await page.getByRole('button', { name: '返回' }).tap();
  }
  await context.setOffline(false);
  await page.getByRole('button', { name: /1 个扫码待处理/ }).tap();
  await expect(page.getByText(one)).toBeVisible();
  await expect(page.getByText(/HH-W2/)).toBeVisible();
  await page.getByRole('button', { name: '放弃这次扫码' }).tap();
  await page.getByLabel('原因').fill('已装在另一张运单');
  await page.getByRole('button', { name: '确定' }).tap();
  await expect(page.getByText('没有待处理的扫码')).toBeVisible();
  await page.getByRole('button', { name: '返回' }).tap();
  await page.getByRole('button', { name: /HH-W3/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 3');
  await scan(page, two);
  await expect(page.locator('.count')).toHaveText('3 / 3');
  await expect(page.getByText('已全部上传')).toBeVisible();
  const loadedOn = async (id: number) => (await server.call(waybillDetail, { id })).loaded;
  expect([await loadedOn(first), await loadedOn(second)]).toEqual([3, 3]);
  await context.close();
});

test('five wrong PINs lock a person out until the password is entered, and scans are kept', async ({
  browser,
  server,
}) => {
  const [one = ''] = await casesOf(floor, floor.made, 1);
  const id = await newWaybill(floor, 'HH-W4', 3);
  const name = await clerk(server, 'hh-clerk-3');
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HH-W4/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 3');
  await context.setOffline(true);
  await scan(page, one);
  await expect(page.locator('.count')).toHaveText('3 / 3');
  await page.getByRole('button', { name: '锁定' }).tap();
  await page.getByRole('button', { name }).tap();
  for (const left of [4, 3, 2, 1]) {
    for (let digit = 0; digit < 6; digit++) await page.getByRole('button', { name: '9', exact: true }).tap();
    await expect(page.getByRole('alert')).toContainText(`还可再试 ${left} 次`);
  }
  for (let digit = 0; digit < 6; digit++) await page.getByRole('button', { name: '9', exact: true }).tap();
  await expect(page.getByLabel('密码')).toBeVisible();
  await context.setOffline(false);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: '登录' }).tap();
  await enterPin(page);
  await enterPin(page);
  await expect(page.getByText('已全部上传')).toBeVisible();
  expect((await server.call(waybillDetail, { id })).loaded).toBe(3);

  await page.getByRole('button', { name: '扫描枪自检' }).tap();
  await expect(page.getByRole('img', { name: '测试图形 1' })).toBeVisible();
  await scan(page, testTexts.letters.toLowerCase());
  await expect(page.getByText('请扫描第 2 个图形')).toBeVisible();
  await expect(page.getByText('读到的不是这个图形的内容')).toBeVisible();
  await page.getByRole('button', { name: '重新测试' }).tap();
  for (const [n, text] of Object.values(testTexts).entries()) {
    await expect(page.getByRole('img', { name: `测试图形 ${n + 1}` })).toBeVisible();
    await scan(page, text);
  }
  await expect(page.getByText('扫描枪设置正确')).toBeVisible();
  await context.close();
});

test('a phone reads codes by its camera, one after the other, without a network', async ({ browser, server }) => {
  const [one = '', two = ''] = await casesOf(floor, floor.made, 2);
  const id = await newWaybill(floor, 'HH-W5', 6);
  const name = await clerk(server, 'hh-clerk-4');
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  const show = await withCamera(page);
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HH-W5/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 6');
  await context.setOffline(true);
  await page.getByRole('button', { name: '摄像头', exact: true }).tap();
  await show(await photoOf('qrcode', one));
  await expect(page.locator('.count')).toHaveText('3 / 6');
  await show(await photoOf('datamatrix', two));
  await expect(page.locator('.count')).toHaveText('6 / 6');
  await context.setOffline(false);
  await expect(page.getByText('已全部上传')).toBeVisible();
  expect((await server.call(waybillDetail, { id })).loaded).toBe(6);
  await context.close();
});

test('goods that arrive are counted without a network, and signed for once a person has seen what differs', async ({
  browser,
  server,
}) => {
  const cases = await floor.goods.cases(floor.made, 3);
  const [one = '', two = '', three = ''] = cases.map(({ code }) => code);
  const store = { warehouse_code: 'HH-2', warehouse_name: '手持二库', warehouse_type: 'finished' } as const;
  const to_warehouse_id = (await server.call(warehouse.add, store)).id;
  const lines = [{ product_id: floor.made.productId, quantity: 9 }];
  const given = {
    waybill_no: 'HH-DB-1',
    kind: 'transfer',
    from_warehouse_id: floor.from,
    to_warehouse_id,
    lines,
  } as const;
  const { id } = await server.call(waybill.add, given);
  await server.call(load, { id, codes: [one, two, three] });
  await server.call(ship, { id });
  const name = await clerk(server, 'hh-keeper-1', ['arrival', 'arrival:tally', 'arrival:sign']);
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HH-DB-1/ }).tap();
  const [verdict, count] = [page.locator('.verdict'), page.locator('.count')];
  await expect(count).toHaveText('0 / 9');

  await context.setOffline(true);
  await scan(page, one);
  await expect(verdict).toContainText('已点收');
  await scan(page, cases[1]?.bottles[0]);
  await expect(verdict).toContainText('它在一个整包里');
  await page.getByRole('button', { name: '破损' }).tap();
  await scan(page, two);
  await expect(count).toHaveText('6 / 9');
  await page.getByRole('button', { name: '结束' }).tap();
  await expect(page.getByText('请等全部扫码上传后再核对')).toBeVisible();

  await context.setOffline(false);
  await page.getByRole('button', { name: '与系统核对' }).tap();
  await expect(page.getByRole('definition')).toHaveText(['6', '3', '0', '1']);
  await page.getByRole('button', { name: '核对无误，签收' }).tap();
  await expect(page.getByRole('heading', { name: '本机任务' })).toBeVisible();
  await expect(page.getByRole('button', { name: /HH-DB-1/ })).toBeHidden();
  expect(await server.call(waybillDetail, { id })).toMatchObject({ status: 'signed', received: 6 });
  await context.close();
});

test('cases are packed without a network, over a killed page, each as one scan', async ({ browser, server }) => {
  const order = await floor.goods.made(floor.from);
  const [units, [box = '', other = '']] = [await floor.goods.codes(1, 5), await floor.goods.codes(3, 2)];
  const { order_no } = (
    await floor.sql<{ order_no: string }[]>`select order_no from work_order where id = ${order.workOrderId}`
  )[0] as { order_no: string };
  const name = await clerk(server, 'hh-packer-1', ['relevance', 'relevance:pack', 'unrelevance1', 'unrelevance1:add']);
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /^装箱/ }).tap();
  await page.getByRole('button', { name: new RegExp(order_no) }).tap();
  await expect(page.locator('.verdict')).toContainText('请扫外包装的码');

  await context.setOffline(true);
  await scan(page, box, units[0], units[0]);
  await expect(page.locator('.verdict')).toContainText('已在本包里');
  await expect(page.locator('.count')).toHaveText('1 / 3');
  await page.close();
  // What was in the open package is there again.
  const again = await context.newPage();
  await again.goto('/handheld/');
  await again.getByRole('button', { name }).tap();
  await enterPin(again);
  await again.getByRole('button', { name: new RegExp(order_no) }).tap();
  await expect(again.locator('.count')).toHaveText('1 / 3');
  await scan(again, units[1], units[2]);
  await expect(again.locator('.count')).toHaveText('1 包已装好');
  await scan(again, other, units[3], units[4]);
  await again.getByRole('button', { name: '按尾箱收尾' }).tap();
  await expect(again.locator('.count')).toHaveText('2 包已装好');
  await context.setOffline(false);
  await expect(again.getByText('已全部上传')).toBeVisible();
  const childrenOf = async (code: string) =>
    (await server.call(packageTree, { code })).children.map((one) => one.code).sort();
  expect(await childrenOf(box)).toEqual(units.slice(0, 3).sort());
  expect(await childrenOf(other)).toEqual(units.slice(3).sort());

  await again.getByRole('button', { name: '返回' }).tap();
  await again.getByRole('button', { name: '查询' }).tap();
  await expect(again.getByText('请扫要查询的码')).toBeVisible();
  await scan(again, units[3]);
  await expect(again.getByRole('definition').filter({ hasText: other })).toBeVisible();
  await again.getByRole('button', { name: '返回' }).tap();
  await again.getByRole('button', { name: '解除包装' }).tap();
  await again.getByLabel('原因').fill('破箱');
  await again.getByRole('button', { name: '确定' }).tap();
  await scan(again, other);
  await expect(again.locator('.count')).toHaveText('1 次解除');
  await expect(again.getByText('已全部上传')).toBeVisible();
  expect(await childrenOf(other)).toEqual([]);
  await context.close();
});
