import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { noticeList } from '@suyuan/contract/access/notice.ts';
import { codeOrder, orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, test } from 'vitest';
import { onCluster } from './harness/new-database.ts';
import { callProcess, ended, newDataDir, type ServerProcess, signIn, startProcess } from './harness/process.ts';

// Every way of putting a database back to an earlier time: what was printed since is never printed again.

/** A server with a rule and an order, and what orders of the rule answered. */
interface Shop {
  readonly server: ServerProcess;
  readonly token: string;
  readonly rule: number;
}

async function opened(dataDir: string): Promise<Shop> {
  const server = await startProcess(dataDir);
  const token = await signIn(server);
  const { id: rule } = await callProcess(server, token, codeRule.add, {
    rule_name: 'Bottles',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 16,
    check: 'none',
    carrier: 'plain',
  });
  return { server, token, rule };
}

const order = ({ server, token, rule }: Shop, quantity = 5) =>
  callProcess(server, token, orderAdd, { rule_id: rule, quantity });

async function reopened(dataDir: string, rule: number): Promise<Shop> {
  const server = await startProcess(dataDir);
  return { server, token: await signIn(server), rule };
}

const orderNumbers = async ({ server, token }: Shop): Promise<string[]> =>
  (await callProcess(server, token, codeOrder.page, { size: 100 })).rows.map(({ order_no }) => order_no);

const noticesOf = async ({ server, token }: Shop): Promise<string[]> =>
  (await callProcess(server, token, noticeList, {})).rows.map(({ kind }) => kind);

test.skipIf(onCluster)('a data folder that was copied back: the codes go on elsewhere, and it is said', async () => {
  const dataDir = await newDataDir('embedded');
  const copy = await newDataDir();
  const shop = await opened(dataDir);
  const before = await order(shop);
  await ended(shop.server.child, 'SIGTERM');
  await cp(dataDir, copy, { recursive: true, preserveTimestamps: true });
  const later = await reopened(dataDir, shop.rule);
  const printed = await order(later);
  await ended(later.server.child, 'SIGTERM');
  await rm(dataDir, { recursive: true });
  await cp(copy, dataDir, { recursive: true, preserveTimestamps: true });
  const restored = await reopened(dataDir, shop.rule);
  const next = await order(restored);
  expect(next.first).not.toBe(printed.first);
  expect(next.order_no).not.toBe(printed.order_no);
  expect(await orderNumbers(restored)).toEqual([next.order_no, before.order_no]);
  expect(await noticesOf(restored)).toEqual(['database_restored']);
  expect(restored.server.printed()).toContain('the data folder is a copy');
});

test.skipIf(onCluster)('only the database of a data folder was copied back: orders since are given back', async () => {
  const dataDir = await newDataDir('embedded');
  const copy = await newDataDir();
  const shop = await opened(dataDir);
  await order(shop);
  await ended(shop.server.child, 'SIGTERM');
  await cp(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true, preserveTimestamps: true });
  const later = await reopened(dataDir, shop.rule);
  const printed = await order(later);
  await ended(later.server.child, 'SIGTERM');
  await rename(join(dataDir, 'postgres'), join(copy, 'lost'));
  await cp(join(copy, 'postgres'), join(dataDir, 'postgres'), { recursive: true, preserveTimestamps: true });
  const restored = await reopened(dataDir, shop.rule);
  expect(await orderNumbers(restored)).toContain(printed.order_no);
  const next = await order(restored);
  expect(next.first).not.toBe(printed.first);
  expect(restored.server.printed()).toContain(`Orders of codes that were given back: ${printed.order_no}.`);
});

test('a server that is stopped and started, or killed, goes on where it was', async () => {
  const dataDir = await newDataDir('embedded');
  const shop = await opened(dataDir);
  await order(shop);
  await ended(shop.server.child, 'SIGTERM');
  const second = await reopened(dataDir, shop.rule);
  await order(second);
  await ended(second.server.child, 'SIGKILL');
  const third = await reopened(dataDir, shop.rule);
  await order(third);
  const rules = await callProcess(third.server, third.token, codeRule.page, { size: 10 });
  expect(rules.rows.map(({ issued }) => issued)).toEqual([15]);
  expect(await noticesOf(third)).toEqual([]);
});
