import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { deviceHeartbeat } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { lineStop } from '@suyuan/contract/plant/line/line-stop.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import { workOrder, workOrderRelease, workOrderStart } from '@suyuan/contract/plant/order/work-order.ts';
import { workshop } from '@suyuan/contract/plant/workshop.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import { expect, signedIn, signIn, test } from './server.ts';

test('a board tells that a line runs and stands, and takes the reason of a stop', async ({ page, server }) => {
  const factory_id = (await server.call(factory.add, { factory_code: 'KB-F', factory_name: '一厂' })).id;
  const shop = { workshop_code: 'KB-W', workshop_name: '灌装车间', factory_id };
  const workshop_id = (await server.call(workshop.add, shop)).id;
  const line = { line_code: 'KB-L', line_name: '看板线', workshop_id, nominal_speed: 60 };
  const line_id = (await server.call(productionLine.add, line)).id;
  const { key } = await server.call(deviceKeyAdd, { line_id, name: '控制器' });
  await server.call(packagingUnit.add, { unit_code: 'KB-BOTTLE', level: 1, symbol_zh: '瓶' });
  const product_id = (await server.call(product.add, { product_code: 'KB-1', product_name: '看板饮料' })).id;
  const order = { order_no: 'GD-KB', product_id, quantity: 600, line_id };
  const { id } = await server.call(workOrder.add, order);
  await server.call(workOrderRelease, { id });
  await server.call(workOrderStart, { id });
  await server.call(stopReason.add, { reason_code: 'JAM', reason_name: '卡瓶', loss: 'failure' });
  const beat = async (state: 'execute' | 'held') => {
    const response = await fetch(server.url + deviceHeartbeat.path, {
      method: 'POST',
      headers: { 'device-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ state, queue: 0 }),
    });
    expect(response.status).toBe(200);
  };

  // With a session of its own, which ends later.
  await signIn(page);
  await page.clock.install();
  await beat('execute');
  await page.goto('/board');
  const tile = page.getByRole('link', { name: /看板线/ });
  await expect(tile).toContainText('运行');
  await tile.click();
  const board = page.getByRole('region', { name: '看板线' });
  await expect(board.getByRole('status')).toHaveText('运行');
  await expect(board).toContainText('看板饮料');
  await expect(board).toContainText('计划 600');

  // The line has stood for three minutes.
  await beat('held');
  const sql = openSql(server.database as string, { max: 1 });
  await sql`update line_watch set told_until = told_until - interval '3 minutes'`;
  await sql`delete from line_stretch`;
  await sql`update order_run set begins_at = begins_at - interval '3 minutes'`;
  // On a busy machine its time was derived meanwhile, which would begin there.
  await sql`update line_progress set derived_until = null`;
  await sql.end();
  await beat('held');
  await expect(board.getByRole('status')).toHaveText('停止', { timeout: 15_000 });
  await board.getByRole('button', { name: '填写原因' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: '填写原因' });
  await dialog.getByLabel('原因', { exact: true }).click();
  await page.getByTitle('卡瓶').click();
  await dialog.getByRole('button', { name: /保\s*存/ }).click();
  await expect(board).toContainText('卡瓶', { timeout: 15_000 });
  expect((await server.call(lineStop.page, { line_id })).rows).toMatchObject([
    { reason_name: '卡瓶', loss: 'failure' },
  ]);

  // A board that gets no answers says so.
  await page.route('**/api/plant/board/line*', (route) => route.abort());
  await page.clock.fastForward(30_000);
  await expect(board.getByRole('alert')).toContainText('已失去与服务器的连接');
  await page.unroute('**/api/plant/board/line*');
  await expect(board.getByRole('alert')).toBeHidden({ timeout: 15_000 });

  // Nor does it pretend to go on once its session has ended: it keeps what it showed last, and leads to signing in.
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  const headers = { token, 'content-type': 'application/json' };
  expect((await fetch(server.url + loginout.path, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  await page.clock.fastForward(6000);
  await expect(board.getByRole('alert')).toContainText('登录已到期');
  await expect(board).toContainText('看板饮料');
  await board.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);

  await signedIn(page, server);
  await page.goto('/stop');
  await expect(page.getByRole('row').filter({ hasText: '卡瓶' })).toContainText('停机中');
});
