import { waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import {
  casesOf,
  clerk,
  type Floor,
  firstSignIn,
  floorOf,
  newHandheld,
  newWaybill,
  scan,
  signInWithPassword,
} from './handheld-floor.ts';
import { expect, signedInAt, startServer, test } from './server.ts';

// What handhelds may lose: the server in the middle of sending, each other, what the disk has spoiled, and the key of the server.

let floor: Floor;
test.beforeAll(async ({ server }) => {
  floor = await floorOf(server, server.database as string, { names: 'HL-', digits: '82' });
});
test.afterAll(() => floor.sql.end());

const loadedOn = async ({ server }: Floor, id: number) => {
  const { loaded } = await server.call(waybillDetail, { id });
  const { rows } = await server.call(waybillCodes, { id });
  return { loaded, codes: rows.length };
};

test('the server is killed after it took scans and before it answered: they are there once', async ({ browser }) => {
  const started = await startServer();
  const own = await floorOf(await signedInAt(started.url), started.database, { names: 'HK-', digits: '83' });
  const codes = await casesOf(own, own.made, 3);
  const id = await newWaybill(own, 'HK-W1', 9);
  const name = await clerk(own.server, 'hk-clerk-1');
  const context = await newHandheld(browser, own.server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HK-W1/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 9');
  let answers = 0;
  await context.route('**/api/handheld/scans', async (route) => {
    const answer = await route.fetch();
    answers += 1;
    if (answers > 1) return route.fulfill({ response: answer });
    await started.crash();
    return route.abort();
  });
  await context.setOffline(true);
  await scan(page, ...codes);
  await expect(page.locator('.count')).toHaveText('9 / 9');
  await context.setOffline(false);
  await expect(page.getByText('已全部上传')).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.count')).toHaveText('9 / 9');
  expect(answers).toBeGreaterThan(1);
  expect(await loadedOn(own, id)).toEqual({ loaded: 9, codes: 3 });
  await context.close();
  await own.sql.end();
  await started.stop();
});

test('two handhelds load one waybill without a network: what both have scanned is on it once', async ({
  browser,
  server,
}) => {
  const [one = '', two = '', three = ''] = await casesOf(floor, floor.made, 3);
  const id = await newWaybill(floor, 'HL-W1', 9);
  const pages = [];
  for (const [name, codes] of [
    ['hl-clerk-1', [one, two]],
    ['hl-clerk-2', [two, three]],
  ] as const) {
    const context = await newHandheld(browser, server);
    const page = await context.newPage();
    await firstSignIn(page, await clerk(server, name));
    await page.getByRole('button', { name: /HL-W1/ }).tap();
    await expect(page.locator('.count')).toHaveText('0 / 9');
    await context.setOffline(true);
    await scan(page, ...codes);
    await expect(page.locator('.count')).toHaveText('6 / 9');
    pages.push(page);
  }
  await Promise.all(pages.map((page) => page.context().setOffline(false)));
  for (const page of pages) await expect(page.getByText('已全部上传')).toBeVisible();
  expect(await loadedOn(floor, id)).toEqual({ loaded: 9, codes: 3 });
  for (const page of pages) {
    await page.getByRole('button', { name: '返回' }).tap();
    await expect(page.getByText(/个扫码待处理/)).toBeHidden();
  }
  for (const page of pages) await page.context().close();
});

test('a scan that the disk has spoiled is told of, and no other waits for it', async ({ browser, server }) => {
  const codes = await casesOf(floor, floor.made, 2);
  const id = await newWaybill(floor, 'HL-W3', 9);
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, await clerk(server, 'hl-clerk-4'));
  await page.getByRole('button', { name: /HL-W3/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 9');
  await context.setOffline(true);
  await scan(page, ...codes);
  await expect(page.locator('.count')).toHaveText('6 / 9');
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        indexedDB.open('handheld').onsuccess = ({ target }) => {
          const { result: db } = target as IDBOpenDBRequest;
          const transaction = db.transaction('scans', 'readwrite');
          const store = transaction.objectStore('scans');
          store.getAll().onsuccess = (event) => {
            const [first] = (event.target as IDBRequest).result;
            store.put({ ...first, sealed: { ...first.sealed, bytes: new ArrayBuffer(64) } });
          };
          transaction.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
  );
  await context.setOffline(false);
  await expect(page.getByText('已全部上传')).toBeVisible();
  expect(await loadedOn(floor, id)).toEqual({ loaded: 3, codes: 1 });
  await page.getByRole('button', { name: '返回' }).tap();
  await page.getByRole('button', { name: /1 个扫码待处理/ }).tap();
  await expect(page.getByText('这次扫码在本机已损坏')).toBeVisible();
  await page.getByRole('button', { name: '放弃这次扫码' }).tap();
  await expect(page.getByText('没有待处理的扫码')).toBeVisible();
  await context.close();
});

test('a new key of the server leaves earlier scans unread but kept, and they are sent once the key is back', async ({
  browser,
  server,
}) => {
  const [one = ''] = await casesOf(floor, floor.made, 1);
  const id = await newWaybill(floor, 'HL-W2', 3);
  const name = await clerk(server, 'hl-clerk-3');
  const context = await newHandheld(browser, server);
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HL-W2/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 3');
  await context.setOffline(true);
  await scan(page, one);
  await expect(page.locator('.count')).toHaveText('3 / 3');
  await page.getByRole('button', { name: '锁定' }).tap();
  await expect(page.getByRole('button', { name })).toContainText('1 个扫码等本人上传');
  const [key] = await floor.sql<{ private_key_sealed: Buffer; public_key: Buffer }[]>`
    delete from handheld_key returning private_key_sealed, public_key`;
  await context.setOffline(false);
  const signInAgain = async () => {
    await page.getByRole('button', { name: '其他人登录' }).tap();
    await signInWithPassword(page, name);
  };
  await signInAgain();
  await expect(page.getByText('以前的 1 个扫码无法读取，已保留')).toBeVisible();
  expect((await loadedOn(floor, id)).loaded).toBe(0);

  await floor.sql`
    update handheld_key set private_key_sealed = ${key?.private_key_sealed as Buffer}, public_key = ${key?.public_key as Buffer}`;
  await page.getByRole('button', { name: '锁定' }).tap();
  await signInAgain();
  await expect.poll(async () => (await loadedOn(floor, id)).loaded).toBe(3);
  await expect(page.getByText('已全部上传')).toBeVisible();
  await context.close();
});
