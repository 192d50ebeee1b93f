import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { codeOrder, orderAdd, setAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, test } from 'vitest';
import { connected } from './harness/connected.ts';
import { newDatabase, newMigratedDatabase, onCluster } from './harness/new-database.ts';
import { callProcess, ended, newDataDir, runCommand, signIn } from './harness/process.ts';
import { noticesOf, opened, order, orderNumbers, reopened } from './harness/shop.ts';

// Every way of putting a database back to an earlier time: what was printed since is never printed again.

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

test('`npm run restored` moves a database forward under a running server, and ends its sessions', async () => {
  const dataDir = await newDataDir();
  const env = { SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  const shop = await opened(dataDir, env);
  const before = await order(shop);
  const { code, printed } = await runCommand('restored', { ...env, SUYUAN_DATA_DIR: dataDir });
  expect([code, printed]).toEqual([
    0,
    expect.stringContaining('Code rule Bottles goes on from 100000005 instead of 5.'),
  ]);
  await expect(order(shop)).rejects.toThrow('Your session was ended');
  const again = { ...shop, token: await signIn(shop.server) };
  // The server that is running notices it by the first order, which it refuses until it has looked.
  await expect.poll(() => order(again).catch(() => undefined), { timeout: 20_000 }).toBeDefined();
  const [next, , ...others] = await orderNumbers(again);
  expect(others).toEqual([]);
  expect(next).not.toBe(before.order_no);
  expect(await noticesOf(again)).toEqual(['database_restored']);
});

test('codes that consumers scan before they are issued tell of a restore that nothing else does', async () => {
  const dataDir = await newDataDir();
  const env = { SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  const shop = await opened(dataDir, env);
  const printed = await order(shop);
  await callProcess(shop.server, '', scan, { code: printed.first });
  await ended(shop.server.child, 'SIGTERM');
  // What a snapshot of everything would leave: the order and its line in the log are gone, and its labels are in the market.
  await connected(env.SUYUAN_DATABASE_URL, async (sql) => {
    await sql`delete from code_order where id = ${printed.id}`;
    await sql`update code_rule set issued = 0`;
  });
  await rm(join(dataDir, 'issued'), { recursive: true });
  const restored = await reopened(dataDir, shop.rule, env);
  expect(restored.server.printed()).toContain('consumers scanned codes that it has not issued yet');
  expect((await order(restored)).first).not.toBe(printed.first);
  expect(await noticesOf(restored)).toEqual(['database_maybe_restored']);
});

test('an order that is missing comes back with its set, its lot and its rule', async () => {
  const dataDir = await newDataDir();
  const env = { SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  const shop = await opened(dataDir, env);
  const { server, token, rule } = shop;
  const { id: product_id } = await callProcess(server, token, product.add, { product_code: 'P', product_name: 'Wine' });
  const bottles = { rule_id: rule, quantity: 7, product_id, lot: 'L1', production_date: '2026-03-01' };
  const ordered = await callProcess(server, token, orderAdd, bottles);
  const { id: caseRule } = await callProcess(server, token, codeRule.add, {
    rule_name: 'Cases',
    level: 3,
    prefix: '9',
    alphabet: 'digits',
    body_length: 12,
    check: 'none',
    carrier: 'plain',
  });
  const set = await callProcess(server, token, setAdd, {
    ratio: '1:6',
    sets: 2,
    rule_ids: [caseRule, rule],
    product_id,
  });
  const before = await callProcess(server, token, codeOrder.page, { size: 100 });
  await ended(server.child, 'SIGTERM');
  await connected(env.SUYUAN_DATABASE_URL, async (sql) => {
    for (const table of ['code_segment', 'code_binding', 'code_order', 'code_set', 'code_rule']) {
      await sql`delete from ${sql(table)}`;
    }
  });
  const restored = await reopened(dataDir, rule, env);
  const after = await callProcess(restored.server, restored.token, codeOrder.page, { size: 100 });
  expect(after.rows).toEqual(before.rows);
  const scanned = await callProcess(restored.server, '', scan, { code: ordered.first });
  expect(scanned.product?.lot).toBe('L1');
  expect((await order(restored)).first).not.toBe(ordered.first);
  expect(set.orders.map(({ order_no }) => order_no).every((no) => after.rows.some((row) => row.order_no === no))).toBe(
    true,
  );
});

test('a backup of ours: orders since come back where their log is, and elsewhere the codes go on behind them', async () => {
  const [here, elsewhere] = [await newDataDir(), await newDataDir()];
  const key = { SUYUAN_MASTER_KEY: 'ef'.repeat(32) };
  const env = { ...key, SUYUAN_DATABASE_URL: await newMigratedDatabase() };
  const shop = await opened(here, env);
  const before = await order(shop);
  const file = join(elsewhere, 'backup');
  const backup = await runCommand('backup', { ...env, SUYUAN_DATA_DIR: here }, '--out', file);
  expect(backup.code, backup.printed).toBe(0);
  const printed = await order(shop);
  await ended(shop.server.child, 'SIGTERM');
  for (const [dataDir, known] of [
    [here, [printed.order_no, before.order_no]],
    [elsewhere, [before.order_no]],
  ] as const) {
    const restoredEnv = { ...key, SUYUAN_DATABASE_URL: await newDatabase() };
    const restore = await runCommand('restore', { ...restoredEnv, SUYUAN_DATA_DIR: dataDir }, '--in', file);
    expect(restore.code, restore.printed).toBe(0);
    const restored = await reopened(dataDir, shop.rule, restoredEnv);
    expect(await orderNumbers(restored)).toEqual(known);
    const next = await order(restored);
    expect(next.first).not.toBe(printed.first);
    expect(next.order_no).not.toBe(printed.order_no);
    expect(await noticesOf(restored)).toEqual(['database_restored']);
    await ended(restored.server.child, 'SIGTERM');
  }
});
