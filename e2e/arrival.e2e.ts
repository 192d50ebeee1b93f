import type { Locator, Page } from '@playwright/test';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { deliveryProofs } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { load, ship, waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { Goods, type Made } from '@suyuan/server/test/goods/goods.ts';
import { expect, signedIn, type TestServer, test } from './server.ts';

let sql: Sql;
let goods: Goods;
let made: Made;
let from: number;
let to: number;

test.beforeAll(async ({ server }) => {
  sql = openSql(server.database as string, { max: 1 });
  const fetchFrom = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  const calls = { sql, data: server.call, fetch: fetchFrom, admin: server.token };
  // Other tests on the same server have goods, too.
  const form = { body_length: 11 };
  goods = await Goods.on(
    calls,
    { 1: { ...form, prefix: '71' }, 3: { ...form, prefix: '73' }, 4: { ...form, prefix: '74' } },
    'AR',
  );
  const store = { warehouse_type: 'finished' } as const;
  from = (await server.call(warehouse.add, { ...store, warehouse_code: 'AR-A', warehouse_name: '发货一库' })).id;
  to = (await server.call(warehouse.add, { ...store, warehouse_code: 'AR-B', warehouse_name: '收货二库' })).id;
  made = await goods.made(from);
});

test.afterAll(() => sql.end());

test.beforeEach(({ page, server }) => signedIn(page, server));

/** A transfer with so many cases that has left. */
async function shipped(
  server: TestServer,
  waybill_no: string,
  count: number,
): Promise<{ id: number; codes: string[] }> {
  const codes = (await goods.cases(made, count)).map(({ code }) => code);
  const lines = [{ product_id: made.productId, quantity: count * 3 }];
  const ends = { from_warehouse_id: from, to_warehouse_id: to };
  const { id } = await server.call(waybill.add, { waybill_no, kind: 'transfer', seal_no: 'S-1', ...ends, lines });
  await server.call(load, { id, codes });
  await server.call(ship, { id });
  return { id, codes };
}

/** Types codes as a scanner does: fast, each followed by Enter, wherever the focus is. */
async function scan(page: Page, ...codes: readonly (string | undefined)[]): Promise<void> {
  for (const code of codes) await page.keyboard.type(`${code}\n`);
}

test('goods are counted with a scanner over a reload, and signed for with what is wrong, missing and damaged', async ({
  page,
  server,
}) => {
  const { id, codes } = await shipped(server, 'AR-1', 3);
  const [stray] = await goods.cases(made, 1);
  const open = async () => {
    await page.goto('/arrival');
    await page.getByRole('row', { name: /AR-1/ }).getByRole('button', { name: '收货清点' }).click();
    await expect(page.getByRole('dialog').getByText('车封号：S-1')).toBeVisible();
  };
  await open();
  const desk = page.getByRole('dialog', { name: '收货清点 AR-1' });
  await scan(page, codes[0], codes[0]);
  await expect(desk.getByRole('status').getByText('已经点过')).toBeVisible();
  await scan(page, stray?.code);
  await expect(desk.getByRole('status').getByText(/不在此运单上/)).toBeVisible();
  await page.reload();
  await open();
  await scan(page, codes[1]);
  await expect(desk.getByText('尚未扫描 1 件')).toBeVisible();

  await desk.getByRole('button', { name: `登记 ${codes[1]} 的货况` }).click();
  const mark = page.getByRole('dialog', { name: /^货况/ });
  await mark.getByLabel('说明').fill('外箱淋湿');
  await mark.locator('input[type=file]').setInputFiles({ name: 'wet.png', mimeType: 'image/png', buffer: dot });
  await expect(mark.getByRole('img', { name: '第 1 张图片' })).toBeVisible();
  await mark.getByRole('button', { name: /^保\s*存$/ }).click();
  await expect(desk.getByText('货物破损').first()).toBeVisible();

  await desk.getByRole('button', { name: '清点完毕' }).click();
  const differences = desk.getByRole('region', { name: '到货差异' });
  await expect(differences.getByText('与运单不一致，请核对后签收')).toBeVisible();
  await expect(differences.getByText(stray?.code as string)).toBeVisible();
  await expect(differences.getByRole('listitem').filter({ hasText: '外箱淋湿' }).getByRole('img')).toBeVisible();
  const finish = desk.getByRole('button', { name: /^签收 6/ });
  await expect(finish).toBeDisabled();
  await desk.getByRole('checkbox', { name: /已核对以上差异/ }).check();
  await finish.click();
  await expect(desk).toBeHidden();

  expect(await server.call(waybillDetail, { id })).toMatchObject({ status: 'signed', received: 6 });
  expect(await server.call(arrivalDesk, { id })).toMatchObject({
    state: 'none',
    expected_total: 1,
    expected: [{ code: codes[2] }],
  });
  const raised = await server.call(productionData.page, { keyword: 'AR-1' });
  expect(raised.rows.map(({ kind, code }) => `${kind} ${code}`).toSorted()).toEqual(
    [codes[1], stray?.code, codes[2]].map((code) => `shipment_difference ${code}`).toSorted(),
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a signature is drawn with the finger and shown in the proof of delivery', async ({ page, server }) => {
    const { id } = await shipped(server, 'AR-2', 1);
    await page.goto('/arrival?keyword=AR-2');
    await page.getByRole('button', { name: '收货清点' }).tap();
    const desk = page.getByRole('dialog', { name: '收货清点 AR-2' });
    await desk.getByRole('button', { name: '不扫码，全部签收…' }).tap();
    await desk.getByRole('button', { name: '签收凭证' }).tap();
    await desk.getByLabel('收货人姓名').fill('李雷');
    const finish = desk.getByRole('button', { name: /^签收 3/ });
    await draw(page, desk.getByLabel('手写签名'));
    await expect(desk.getByRole('button', { name: /^重\s*签$/ })).toBeEnabled();
    // The browser takes a tap this soon after a stroke for the end of a swipe.
    await finish.click();
    await expect(desk).toBeHidden();

    expect(await server.call(waybillDetail, { id })).toMatchObject({ status: 'signed', received: 3 });
    const [proof] = await server.call(deliveryProofs, { id });
    expect(proof).toMatchObject({ receiver: '李雷', signature: expect.stringMatching(/^iVBOR/) });
    await page.goto(`/freight?detail=${id}`);
    const shown = page.getByRole('region', { name: '李雷' }).getByRole('img', { name: '手写签名' });
    await expect(shown).toBeVisible();
    expect(await inkOf(shown)).toEqual({ left: true, right: false });
  });
});

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Draws a line with a finger in the left half of a field. */
async function draw(page: Page, field: Locator): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [{ x: x + width * 0.1, y: y + height * 0.2 }]);
  for (const part of [0.2, 0.3, 0.4]) await send('touchMove', [{ x: x + width * part, y: y + height * 2 * part }]);
  await send('touchEnd', []);
  await touch.detach();
}

/** Whether a picture has a mark in its left and in its right half. */
const inkOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const isMarked = (left: number) =>
      context?.getImageData(left, 0, width / 2, height).data.some((value, at) => at % 4 === 0 && value < 128);
    return { left: isMarked(0), right: isMarked(width / 2) };
  });
