import { brand } from '@suyuan/contract/base/product/brand.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { GroupCommit } from '#platform/database/group-commit.ts';
import type { Refusal } from '#platform/refusal.ts';
import { adminPassword, type TestServer, testServer } from '../harness/server.ts';

// More calls than a server takes at once: those of the console are refused before those of consumers.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

test('calls of the console beyond what is admitted get 503 at once, while scans and sign-in go on', async () => {
  let answered = 0;
  const statuses = new Map<number, number>();
  const retryAfters = new Set<string | null>();
  const over = Promise.withResolvers<void>();
  onTestFinished(() => over.resolve());
  const held = server.sql.begin(async (own) => {
    await own`lock table brand in access exclusive mode`;
    await over.promise;
  });
  const calls = Array.from({ length: 180 }, async () => {
    const answer = await server.fetch(brand.page.path, { headers: { token: server.admin } });
    await answer.text();
    answered += 1;
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 503) retryAfters.add(answer.headers.get('retry-after'));
  });
  // The others wait for the table, or for a connection. More are refused if the calls come so slowly that some have waited before.
  await expect.poll(() => answered).toBeGreaterThanOrEqual(30);
  expect([...statuses.keys()]).toEqual([503]);
  expect([...retryAfters]).toEqual(['3']);
  const credentials = { account_name: 'admin', account_password: adminPassword, account_type: 1 };
  const scans = Array.from({ length: 100 }, () => server.call(scan, { code: 'no code at all' }, { token: '' }));
  expect(new Set((await Promise.all(scans)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await server.call(login, credentials, { token: '' })).status).toBe(200);
  over.resolve();
  await held;
  await Promise.all(calls);
  const refused = statuses.get(503) ?? 0;
  expect(Object.fromEntries(statuses)).toEqual({ 200: 180 - refused, 503: refused });
  expect(refused).toBeLessThan(180);
  expect((await server.call(brand.page, {})).status).toBe(200);
});

test('under too much to do files are refused before the console and consumers, until it is done', async () => {
  let isBusy = true;
  const beBusy = () => {
    const end = performance.now() + 1500;
    while (performance.now() < end);
    if (isBusy) setImmediate(beBusy);
  };
  const download = async () => (await server.call(brand.export, {})).envelope.code;
  setImmediate(beBusy);
  await expect.poll(download, { timeout: 50_000 }).toBe(ErrorCode.overloaded);
  expect((await server.call(scan, { code: 'no code at all' }, { token: '' })).status).toBe(200);
  isBusy = false;
  await expect.poll(download).not.toBe(ErrorCode.overloaded);
});

test('what has waited too long for its group is refused, and not carried out for nobody', async () => {
  const carriedOut: number[] = [];
  const firstGroup = Promise.withResolvers<void>();
  const group = new GroupCommit<number, number>(
    async (items) => {
      carriedOut.push(...items);
      if (carriedOut.length === 1) await firstGroup.promise;
      return items;
    },
    { lanes: 1, patience: 0.05 },
  );
  const first = group.add(1);
  await expect.poll(() => carriedOut).toEqual([1]);
  const late = group.add(2).catch((error: Refusal) => error);
  const begun = performance.now();
  await expect.poll(() => performance.now() - begun).toBeGreaterThan(60);
  firstGroup.resolve();
  expect(await first).toBe(1);
  expect(await late).toMatchObject({ status: 503, retryAfter: 2 });
  expect(await group.add(3)).toBe(3);
  expect(carriedOut).toEqual([1, 3]);
});
