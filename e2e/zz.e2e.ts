import { product } from '@suyuan/contract/base/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { stockCount, countStart, countScan, countFinish } from '@suyuan/contract/physical/stock-count.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import { Goods } from '@suyuan/server/test/goods/goods.ts';
import { signedIn, test } from './server.ts';

test('shots', async ({ page, server }) => {
  test.setTimeout(180_000);
  const sql = openSql(server.database as string, { max: 1 });
  const goods = await Goods.on({ sql, data: server.call, fetch: (p, i) => fetch(server.url + p, i), admin: server.token });
  const store = { warehouse_code: 'CK-8', warehouse_name: '八号库', warehouse_type: 'finished' } as const;
  const { id: top } = await server.call(warehouse.add, store);
  const { id: zone } = await server.call(warehouse.add, { ...store, warehouse_code: 'CK-8-A', warehouse_name: '八号库 A 区', parent_id: top });
  const { id: productId } = await server.call(product.add, { product_code: 'YQ-53', product_name: '云泉 53° 500ml' });
  const made = await goods.made(top, { productId, expiry: '2027-03-31' });
  const pallet = await goods.pallet(made);
  const [a, b] = await goods.cases(made, 2);
  const { id } = await server.call(stockCount.add, { warehouse_id: top });
  await server.call(countStart, { id });
  await server.call(countScan, { id, codes: [pallet.code, a?.code as string] });
  await server.call(countFinish, { id });
  await goods.sale(top, await goods.dealer(), [{ product_id: productId, quantity: 5 }]);
  void zone; void b;
  await sql.end();
  await signedIn(page, server);
  for (const [name, width] of [['w', 1440], ['n', 390]] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const [tab, url] of [['stock', '/stock'], ['moves', '/stock?tab=moves'], ['counts', '/stock?tab=counts'], ['lost', '/stock?tab=lost'], ['count', `/stock?tab=counts&detail=${id}`]] as const) {
      await page.goto(url);
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(800);
      await page.screenshot({ path: `/tmp/shot-${tab}-${name}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/freight');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: '装车' }).first().click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/shot-load-w.png' });
});
