import type { Page } from '@playwright/test';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { arrivalDesk } from '@suyuan/contract/physical/arrival.ts';
import { deliveryProofs } from '@suyuan/contract/physical/delivery-proof.ts';
import { load, ship, waybill, waybillDetail } from '@suyuan/contract/physical/waybill.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { Goods } from '@suyuan/server/test/goods/goods.ts';
import { expect, signedIn, test } from './server.ts';

let sql: Sql;
let goods: Goods;
let from: number;
let to: number;

test.beforeAll(async ({ server }) => {
  sql = openSql(server.database as string, { max: 1 });
  const fetchFrom = (path: string, init?: RequestInit) => fetch(server.url + path, init);
  goods = await Goods.on({ sql, data: server.call, fetch: fetchFrom, admin: server.token });
  const store = { warehouse_type: 'finished' } as const;
  from = (await server.call(warehouse.add, { ...store, warehouse_code: 'A1', warehouse_name: '一库' })).id;
  to = (await server.call(warehouse.add, { ...store, warehouse_code: 'A2', warehouse_name: '二库' })).id;
  await server.call(dealer.add, { dealer_code: 'AD1', dealer_name: '杭州云河', dealer_level: 1 });
});

test.afterAll(() => sql.end());

/** Types codes as a scanner does: fast, each followed by Enter, wherever the focus is. */
async function scan(page: Page, ...codes: readonly string[]): Promise<void> {
  for (const code of codes) await page.keyboard.type(`${code}\n`);
}

test('what arrives is counted with a scanner, kept over a reload, and signed for with its differences and a signature', async ({
  page,
  server,
}) => {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, 3)).map(({ code }) => code) as [string, string, string];
  const [stray] = await goods.cases(made, 1);
  const lines = [{ product_id: made.productId, quantity: 9 }];
  const ends = { from_warehouse_id: from, to_warehouse_id: to };
  const { id } = await server.call(waybill.add, {
    waybill_no: 'AR-1',
    kind: 'transfer',
    seal_no: 'S-1',
    ...ends,
    lines,
  });
  await server.call(load, { id, codes });
  await server.call(ship, { id });

  await signedIn(page, server);
  const open = async () => {
    await page.goto('/arrival');
    await page.getByRole('row', { name: /AR-1/ }).getByRole('button', { name: '收货清点' }).click();
    await expect(page.getByRole('dialog').getByText('车封号：S-1')).toBeVisible();
  };
  await open();
  const desk = page.getByRole('dialog');
  await scan(page, codes[0], codes[0]);
  await expect(desk.getByRole('status').getByText('已经点过')).toBeVisible();
  await scan(page, stray?.code as string);
  await expect(desk.getByRole('status').getByText(/不在此运单上/)).toBeVisible();
  await page.reload();
  await open();
  await scan(page, codes[1]);
  await expect(desk.getByText('尚未扫描 1 件')).toBeVisible();
  await desk.getByRole('button', { name: `登记 ${codes[1]} 的货况` }).click();
  const mark = page.getByRole('dialog', { name: /货况/ });
  await mark.getByLabel('说明').fill('外箱淋湿');
  await mark.getByRole('button', { name: '保存' }).click();
  await expect(desk.getByText('货物破损').first()).toBeVisible();

  await desk.getByRole('button', { name: '清点完毕' }).click();
  await expect(desk.getByText('与运单不一致，请核对后签收')).toBeVisible();
  const finish = desk.getByRole('button', { name: /^签收 / });
  await expect(finish).toBeDisabled();
  await desk.getByText('签收凭证').click();
  await desk.getByLabel('收货人姓名').fill('李雷');
  const pad = desk.getByLabel('手写签名');
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await desk.getByRole('checkbox').check();
  await finish.click();
  await expect(desk).toBeHidden();

  expect(await server.call(waybillDetail, { id })).toMatchObject({ status: 'signed', received: 6 });
  expect(await server.call(arrivalDesk, { id })).toMatchObject({ state: 'none', expected_total: 1 });
  const [proof] = await server.call(deliveryProofs, { id });
  expect(proof).toMatchObject({ receiver: '李雷', signature: expect.stringMatching(/^iVBOR/) });
});
