import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { casesOf, clerk, enterPin, firstSignIn, floorOf, newHandheld, newWaybill, scan } from './handheld-floor.ts';
import { expect, test } from './server.ts';

/** The server, behind what can exchange the program that it serves, and keep scans from reaching it. */
interface Front {
  readonly url: string;
  update(): void;
  holdScans(isHeld: boolean): void;
  close(): void;
}

async function frontOf(url: string): Promise<Front> {
  let version = 1;
  let isHeld = false;
  const server: Server = createServer((incoming, outgoing) => {
    if (isHeld && incoming.url === '/api/handheld/scans') return outgoing.writeHead(503).end();
    const { method, headers } = incoming;
    // As it is, so that a line can be added to it.
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const onward = request(url + incoming.url, { method, headers: plain }, (answer) => {
      if (incoming.url !== '/handheld/service-worker.js') {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return answer.pipe(outgoing);
      }
      const { 'content-length': _, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, others);
      answer.pipe(outgoing, { end: false });
      return answer.on('end', () => outgoing.end(`\n// ${version}`));
    });
    onward.on('error', () => outgoing.destroy());
    return incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update: () => {
      version++;
    },
    holdScans: (held) => {
      isHeld = held;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a new version is taken over while scans wait: none is lost, and none is sent twice', async ({
  browser,
  server,
}) => {
  const floor = await floorOf(server, server.database as string, { names: 'HU-', digits: '84' });
  const [one = '', two = '', three = ''] = await casesOf(floor, floor.made, 3);
  const id = await newWaybill(floor, 'HU-W1', 9);
  const name = await clerk(server, 'hu-clerk-1');
  const front = await frontOf(server.url);
  const context = await newHandheld(browser, { ...server, url: front.url });
  const page = await context.newPage();
  await firstSignIn(page, name);
  await page.getByRole('button', { name: /HU-W1/ }).tap();
  await expect(page.locator('.count')).toHaveText('0 / 9');
  front.holdScans(true);
  await scan(page, one, two);
  await expect(page.locator('.count')).toHaveText('6 / 9');

  front.update();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  // Nobody is interrupted in the middle of a task.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state))
    .toBe('installed');
  await expect(page.getByRole('button', { name: '更新' })).toBeHidden();
  await page.getByRole('button', { name: '返回' }).tap();
  await page.getByRole('button', { name: '更新' }).tap();

  await page.getByRole('button', { name }).tap();
  await enterPin(page);
  await expect(page.getByText(/2 个待上传/)).toBeVisible();
  await expect(page.getByRole('button', { name: '更新' })).toBeHidden();
  await page.getByRole('button', { name: /HU-W1/ }).tap();
  await expect(page.locator('.count')).toHaveText('6 / 9');
  await scan(page, one, three);
  await expect(page.locator('.count')).toHaveText('9 / 9');
  front.holdScans(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText('已全部上传')).toBeVisible({ timeout: 60_000 });
  expect((await server.call(waybillDetail, { id })).loaded).toBe(9);
  const [sent] = await floor.sql<{ count: number }[]>`
    select count(*)::int as count from handheld_scan where document_id = ${id} and act = 'load'`;
  expect(sent?.count).toBe(3);

  // A page that a worker has served from its start is exchanged as well.
  await page.getByRole('button', { name: '返回' }).tap();
  front.update();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: '更新' }).tap();
  await expect(page.getByRole('button', { name })).toContainText('PIN');
  await context.close();
  front.close();
  await floor.sql.end();
});
