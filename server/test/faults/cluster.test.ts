import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { nodesOf } from '../harness/cluster-database.ts';
import { newMigratedDatabase, onCluster } from '../harness/new-database.ts';
import { Road } from '../harness/road.ts';
import { adminPassword, type TestServer, testServer } from '../harness/server.ts';

// A cluster whose way to one of its workers is cut, for this database only.

describe.runIf(onCluster)('a worker of a cluster', { timeout: 120_000 }, () => {
  let server: TestServer;
  let road: Road;
  let codes: readonly string[];
  /** How often each code was scanned, as far as that was acknowledged. */
  const acknowledged = new Map<string, number>();

  beforeAll(async () => {
    const databaseUrl = await newMigratedDatabase();
    const [, , worker] = await nodesOf(databaseUrl);
    if (!worker) throw new Error('the cluster has two workers');
    road = await Road.to(worker.url);
    server = await testServer({}, { databaseUrl, masterKey: 'ab'.repeat(32) });
    const { hostname, port } = new URL(road.url);
    await server.sql`
      select citus_update_node(nodeid, ${hostname}, ${Number(port)}) from pg_dist_node
      where nodename = ${worker.host} and nodeport = ${worker.port}`;
    const { id: product_id } = await server.data(product.add, { product_code: 'P', product_name: '酒' });
    const rule = await server.data(codeRule.add, {
      rule_name: 'r',
      level: 1,
      prefix: 'F',
      alphabet: 'base36',
      body_length: 12,
      check: 'none',
      carrier: 'plain',
    });
    const order = await server.data(orderAdd, { rule_id: rule.id, product_id, quantity: 40 });
    codes = await codesOfOrder(server, order.id);
  });
  afterAll(async () => {
    await server.stop();
    await road.close();
  });

  const scanOf = async (code: string) => {
    const { status, envelope } = await server.call(scan, { code }, { token: '' });
    if (status === 200) acknowledged.set(code, (acknowledged.get(code) ?? 0) + 1);
    return { status, count: envelope.data?.scan?.count };
  };
  const scanAll = async () => (await Promise.all(codes.map(scanOf))).map(({ status }) => status);
  const signIn = async () =>
    (
      await server.call(
        login,
        { account_name: 'admin', account_password: adminPassword, account_type: 1 },
        { token: '' },
      )
    ).status;
  let products = 0;
  const addProduct = async () =>
    (await server.call(product.add, { product_code: `F-${++products}`, product_name: 'f' })).status;

  test('away, stops what lies on it with 503, and neither sign-in nor the rest', async () => {
    expect(new Set(await scanAll())).toEqual(new Set([200]));
    await road.close();
    const statuses = [...(await scanAll()), ...(await scanAll())];
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(await signIn()).toBe(200);
    expect(await addProduct()).toBe(503);
    const ready = async () => (await server.fetch('/readyz')).json();
    await expect.poll(ready, { timeout: 40_000 }).toEqual({ status: 'ready', away: [new URL(road.url).host] });
    await road.open();
    await expect.poll(scanAll, { timeout: 30_000 }).toEqual(codes.map(() => 200));
    await expect.poll(ready, { timeout: 40_000 }).toEqual({ status: 'ready' });
    for (const code of codes) {
      const before = acknowledged.get(code) ?? 0;
      expect(await scanOf(code)).toEqual({ status: 200, count: before + 1 });
    }
  });

  test('restarted, is used again without a failed call', async () => {
    await addProduct();
    await road.close();
    await road.open();
    expect([await addProduct(), ...(await scanAll())]).toEqual([200, ...codes.map(() => 200)]);
  });
});
