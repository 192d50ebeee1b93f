import { forensicCase } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { clerk, enterPin, type Floor, firstSignIn, floorOf, newHandheld, newWaybill, scan } from './handheld-floor.ts';
import { expect, test } from './server.ts';

let floor: Floor;
test.beforeAll(async ({ server }) => {
  floor = await floorOf(server, server.database as string, { names: 'HI-', digits: '85' });
});
test.afterAll(() => floor.sql.end());

const inspecting = ['inspectrecord', 'inspectrecord:add', 'inspectrecord:torn', 'forensics', 'forensics:add'];

test('codes are inspected without a network, with a photo, and a torn one is found once there is one', async ({
  browser,
  server,
}) => {
  const [sold, ...others] = await floor.goods.cases(floor.made, 2);
  const waybill = await newWaybill(floor, 'HI-W1', 3);
  await server.call(load, { id: waybill, codes: [sold?.code ?? ''] });
  await server.call(ship, { id: waybill });
  await server.call(sign, { id: waybill, received: 'all' });
  const [bottle = '', torn = ''] = sold?.bottles ?? [];
  const name = await clerk(server, 'hi-inspector-1', inspecting);
  const context = await newHandheld(browser, server);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 31.23, longitude: 121.47, accuracy: 12 });
  const page = await context.newPage();
  await firstSignIn(page, name);

  await context.setOffline(true);
  await page.getByRole('button', { name: '稽查' }).last().tap();
  await expect(page.getByText('已定位，误差约 12 米')).toBeVisible();
  await page.getByRole('button', { name: '备注' }).tap();
  await page.getByLabel('下一个码的备注').fill('货架上层');
  await page.getByRole('button', { name: '确定' }).tap();
  await scan(page, bottle);
  const verdict = page.locator('.verdict');
  await expect(verdict).toContainText('已记下，上传后给出结论');
  await scan(page, bottle);
  await expect(verdict).toContainText('刚刚稽查过');
  const photo = await page.screenshot({ type: 'jpeg' });
  await page.locator('input[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('button', { name: '1 张照片' })).toBeVisible();
  await page.getByRole('button', { name: '键入' }).tap();
  await page.getByLabel(/键入或粘贴码/).fill(`${torn.slice(0, -1)}？`);
  await page.getByRole('button', { name: '确定' }).tap();
  await page.getByRole('button', { name: '先记下，以后再找' }).tap();
  await expect(page.getByText('1 个待上传')).toBeVisible();
  // A label of nobody is inspected as well.
  await scan(page, '8599999999999');
  await expect(page.getByText('2 个待上传')).toBeVisible();
  await page.close();

  const again = await context.newPage();
  await again.goto('/handheld/');
  await again.getByRole('button', { name }).tap();
  await enterPin(again);
  await expect(again.getByText('2 个待上传')).toBeVisible();
  await context.setOffline(false);
  await expect(again.getByText('已全部上传')).toBeVisible();
  await again.getByRole('button', { name: /1 个扫码待处理/ }).tap();
  await again.getByRole('button', { name: '查找可能的码' }).tap();
  await again.getByRole('button', { name: torn }).tap();
  await expect(again.getByText('没有待处理的扫码')).toBeVisible();
  await expect(again.getByText('已全部上传')).toBeVisible();

  const { rows } = await server.call(inspectRecord.page, {});
  const own = rows.filter(({ inspector }) => inspector === name);
  expect(own.map(({ code, verdict: found, note }) => [code, found, note]).toSorted()).toEqual(
    [
      [bottle, 'normal', '货架上层'],
      ['8599999999999', 'unknown', null],
      [torn, 'normal', null],
    ].toSorted(),
  );
  expect(own.find(({ code }) => code === bottle)).toMatchObject({ latitude: 31.23, longitude: 121.47 });
  const evidence = await server.call(forensicCase.page, {});
  expect(evidence.rows.filter(({ code }) => code === bottle)).toMatchObject([{ photos: 1, inspected_code: bottle }]);

  await again.getByRole('button', { name: '返回' }).tap();
  await again.getByRole('button', { name: '稽查' }).last().tap();
  await expect(again.locator('.verdict')).toContainText('请扫要稽查的码');
  await scan(again, others[0]?.bottles[0]);
  await expect(again.locator('.verdict')).toContainText('没有售出记录');
  await context.close();
});

test('a package is compared with its record while others are packed, and set right', async ({ browser, server }) => {
  const [one, two] = await floor.goods.cases(floor.made, 2);
  const { order_no } = (
    await floor.sql<{ order_no: string }[]>`select order_no from work_order where id = ${floor.made.workOrderId}`
  )[0] as { order_no: string };
  const loose = await floor.goods.codes(1, 1);
  const name = await clerk(server, 'hi-packer-1', ['relevance', 'relevance:pack']);
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /^装箱/ }).tap();
  await page.getByRole('button', { name: new RegExp(order_no) }).tap();
  await page.getByRole('button', { name: '核对' }).tap();
  await expect(page.locator('.verdict')).toContainText('请扫要核对的外包装');
  await scan(page, one?.code, ...(one?.bottles ?? []));
  await expect(page.getByText('相符，共 3 件')).toBeVisible();
  await page.getByRole('button', { name: '核对下一包' }).tap();

  const [first, second, third] = two?.bottles ?? [];
  await scan(page, two?.code, first, second, loose[0]);
  await expect(page.getByText(third ?? '')).toBeVisible();
  await expect(page.locator('.count')).toHaveText('3 / 3');
  // Over a page that was killed, and without a network, too.
  await context.setOffline(true);
  await page.close();
  const again = await context.newPage();
  await again.goto('/handheld/');
  await again.getByRole('button', { name }).tap();
  await enterPin(again);
  await again.getByRole('button', { name: new RegExp(order_no) }).tap();
  await again.getByRole('button', { name: '核对' }).tap();
  await expect(again.getByText('没有网络：现在只记数')).toBeVisible();
  await expect(again.locator('.count')).toHaveText('3 / 3');
  await again.getByRole('button', { name: '按实物更正' }).tap();
  await expect(again.locator('.count')).toHaveText('1 包已更正');
  await context.setOffline(false);
  await expect(again.getByText('已全部上传')).toBeVisible();
  const { children } = await server.call(packageTree, { code: two?.code ?? '' });
  expect(children.map(({ code }) => code).toSorted()).toEqual([first, second, loose[0]].toSorted());
  await context.close();
});
