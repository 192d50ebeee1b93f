import type { BrowserContext, Page } from '@playwright/test';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { Goods, type Made } from '@suyuan/server/test/goods/goods.ts';
import { callServer, expect, type TestServer } from './server.ts';

export const password = 'a-clerks-password-1';
const pin = '271828';

/** A warehouse with goods, and a dealer that they go to. */
export interface Floor {
  readonly server: TestServer;
  readonly sql: Sql;
  readonly goods: Goods;
  readonly from: number;
  readonly dealerId: number;
  readonly made: Made;
}

/** Makes a floor; `names` begins the names of what is on it, and `digits` its codes, which no other tests on the server have. */
export async function floorOf(
  server: TestServer,
  database: string,
  { names, digits }: { readonly names: string; readonly digits: string },
): Promise<Floor> {
  const sql = openSql(database, { max: 1 });
  const calls = {
    sql,
    data: server.call,
    fetch: (path: string, init?: RequestInit) => fetch(server.url + path, init),
    admin: server.token,
  };
  const form = (level: number) => ({ prefix: `${digits}${level}`, body_length: 10 });
  const goods = await Goods.on(calls, { 1: form(1), 3: form(3), 4: form(4) }, names);
  const store = { warehouse_code: `${names}1`, warehouse_name: '手持一库', warehouse_type: 'finished' } as const;
  const from = (await server.call(warehouse.add, store)).id;
  const buyer = { dealer_code: `${names}JX`, dealer_name: '苏州云河', dealer_level: 1 } as const;
  const dealerId = (await server.call(dealer.add, buyer)).id;
  return { server, sql, goods, from, dealerId, made: await goods.made(from) };
}

/** A clerk of the enterprise, who loads waybills unless told otherwise. */
export async function clerk(
  server: TestServer,
  account_name: string,
  permissions: readonly string[] = ['freight', 'freight:load'],
): Promise<string> {
  const { id } = await server.call(role.add, { role_name: account_name, permissions: [...permissions] });
  const person = { account_name, name: account_name, account_type: 1, role_ids: [id] } as const;
  const { one_time_password } = await server.call(employee.add, { ...person, role_ids: [id] });
  const account = { account_name, account_type: 1 as const };
  const token = await callServer(server.url, '', login, { ...account, account_password: one_time_password });
  await callServer(server.url, token, updatePasswordSelf, { old_password: one_time_password, new_password: password });
  return account_name;
}

export const casesOf = async ({ goods }: Floor, some: Made, count: number): Promise<string[]> =>
  (await goods.cases(some, count)).map(({ code }) => code);

export async function newWaybill(
  { server, made, from, dealerId }: Floor,
  waybill_no: string,
  units: number,
): Promise<number> {
  const lines = [{ product_id: made.productId, quantity: units }];
  const sale = { waybill_no, kind: 'sale', from_warehouse_id: from, to_dealer_id: dealerId, lines } as const;
  return (await server.call(waybill.add, sale)).id;
}

/** A phone that is as narrow as a handheld. */
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

export async function enterPin(page: Page): Promise<void> {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).tap();
}

/** Enters the password, and chooses a PIN. */
export async function signInWithPassword(page: Page, name: string): Promise<void> {
  await page.getByLabel('账号').fill(name);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: '登录' }).tap();
  await expect(page.getByRole('heading')).toContainText('请设置 6 位 PIN 码');
  await enterPin(page);
  await expect(page.getByRole('heading')).toContainText('请再输入一次');
  await enterPin(page);
}

/** Signs in on a handheld that nobody has used yet. */
export async function firstSignIn(page: Page, name: string): Promise<void> {
  await page.goto('/handheld/');
  await signInWithPassword(page, name);
  await expect(page.getByRole('heading', { name: '本机任务' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** Types codes as a fast scanner does, separators as Ctrl+], each followed by Enter, however busy the machine of the test is. */
export async function scan(page: Page, ...codes: readonly (string | undefined)[]): Promise<void> {
  for (const code of codes) {
    await page.evaluate((text) => {
      for (const key of [...text, 'Enter']) {
        const press = key === '\u001d' ? { key: ']', ctrlKey: true } : { key };
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }));
      }
    }, code ?? '');
  }
}

export const newHandheld = (
  browser: { newContext: (options: object) => Promise<BrowserContext> },
  server: TestServer,
) => browser.newContext({ ...phone, baseURL: server.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
