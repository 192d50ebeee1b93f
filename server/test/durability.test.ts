import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, test } from 'vitest';
import { onCluster } from './harness/new-database.ts';
import { callProcess, ended, newDataDir, password, signIn, startProcess } from './harness/process.ts';

test('acknowledged work survives kill -9', async () => {
  const dataDir = await newDataDir();
  const first = await startProcess(dataDir);
  const token = await signIn(first);
  const rule = await callProcess(first, token, codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  const product = await callProcess(first, token, products.add, { product_code: 'P', product_name: 'P' });
  const order = await callProcess(first, token, orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 10 });

  let scans = 0;
  let orders = 1;
  const busy = async (work: () => Promise<unknown>, count: () => void) => {
    // Ends with the server: the call that finds it dead was not acknowledged.
    for (;;) {
      await work();
      count();
    }
  };
  const load = [
    ...Array.from({ length: 8 }, () =>
      busy(
        () => callProcess(first, '', scan, { code: order.first }),
        () => {
          scans += 1;
        },
      ),
    ),
    busy(
      () => callProcess(first, token, orderAdd, { rule_id: rule.id, quantity: 1 }),
      () => {
        orders += 1;
      },
    ),
  ].map((endless) => endless.catch(() => undefined));
  await expect.poll(() => scans, { timeout: 20_000 }).toBeGreaterThan(200);
  await ended(first.child, 'SIGKILL');
  await Promise.all(load);

  const second = await startProcess(dataDir);
  const next = await signIn(second);
  expect((await callProcess(second, next, consumerScan.page, { size: 1 })).total).toBeGreaterThanOrEqual(scans);
  expect((await callProcess(second, next, codeOrder.page, { size: 1 })).total).toBeGreaterThanOrEqual(orders);
  const counted = await callProcess(second, '', scan, { code: order.first });
  expect(counted.scan.count).toBeGreaterThan(scans);
});

test.skipIf(onCluster)(
  'a second server on the same data folder names the first; SIGTERM ends everything, including the database',
  async () => {
    const dataDir = await newDataDir('embedded');
    const first = await startProcess(dataDir);
    await expect(startProcess(dataDir)).rejects.toThrow(/in use by process \d+/);
    const pid = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    expect(await ended(first.child, 'SIGTERM')).toBe(0);
    expect(() => process.kill(pid, 0)).toThrow();
  },
);

test('a password from the environment is never printed', async () => {
  const dataDir = await newDataDir();
  const { printed } = await startProcess(dataDir);
  expect(printed()).toContain('Account   admin');
  expect(printed()).not.toContain(password);
});

test('a generated first password is printed once, works, and must be changed', async () => {
  const dataDir = await newDataDir();
  const first = await startProcess(dataDir, {});
  const printed = /Password\s+(\S+)/.exec(first.printed())?.[1] ?? '';
  const credentials = { account_name: 'admin', account_password: printed, account_type: 1 } as const;
  const token = await callProcess(first, '', login, credentials);
  await expect(callProcess(first, token, products.add, { product_code: 'P', product_name: 'P' })).rejects.toThrow(
    'Change your temporary password first',
  );
  await callProcess(first, token, updatePasswordSelf, { old_password: printed, new_password: password });
  await callProcess(first, token, products.add, { product_code: 'P', product_name: 'P' });
  await ended(first.child, 'SIGTERM');
  const second = await startProcess(dataDir, {});
  expect(second.printed()).not.toContain('Password');
  await signIn(second);
});
