import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dealer } from '../../contract/base/dealer.ts';
import { enterpriseDetail } from '../../contract/base/enterprise.ts';
import { outFactory } from '../../contract/base/factory.ts';
import { material } from '../../contract/base/material.ts';
import { product, productDetail } from '../../contract/base/product.ts';
import { shipTo } from '../../contract/base/ship-to.ts';
import { warehouseTree } from '../../contract/base/warehouse.ts';
import { employee } from '../../contract/organ/account.ts';
import { departmentTree } from '../../contract/organ/department.ts';
import { pictureUrl } from '../../contract/picture.ts';
import { factory } from '../../contract/plant/factory.ts';
import { productionLine } from '../../contract/plant/production-line.ts';
import { team } from '../../contract/plant/team.ts';
import { type TestServer, testServer } from '../test/harness/server.ts';

let servers: readonly [TestServer, TestServer];
let took: number;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'suyuan-sample-'));
  const env = { SUYUAN_DATA_DIR: dataDir };
  servers = [await testServer(env), await testServer(env)];
  const begun = performance.now();
  for (const server of servers) await server.fillSample();
  took = (performance.now() - begun) / servers.length;
}, 180_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What the sample holds, without what differs from run to run: ids and moments. */
async function contents(server: TestServer): Promise<unknown> {
  const all = { size: 500 };
  const lists = [
    await server.data(dealer.page, { ...all, sort: 'dealer_code' }),
    await server.data(shipTo.page, { ...all, sort: 'ship_to_code' }),
    await server.data(material.page, { ...all, sort: 'material_code' }),
    await server.data(outFactory.page, { ...all, sort: 'factory_code' }),
    await server.data(factory.page, { ...all, sort: 'factory_code' }),
    await server.data(productionLine.page, { ...all, sort: 'line_code' }),
    await server.data(team.page, { ...all, sort: 'team_code' }),
  ];
  const told = (row: object) => Object.fromEntries(Object.entries(row).filter(([key]) => !/(^id|_id|_at)$/.test(key)));
  return lists.map(({ rows }) => rows.map(told));
}

test('is the same everywhere', async () => {
  expect(await contents(servers[0])).toEqual(await contents(servers[1]));
});

test('has an enterprise with its people, partners in twenty provinces, places and materials', async () => {
  const [server] = servers;
  expect((await server.data(enterpriseDetail, {})).enterprise_code).toBe('YQ');
  const dealers = await server.data(dealer.page, { size: 500 });
  expect(dealers.total).toBe(40);
  expect(new Set(dealers.rows.map(({ areas }) => areas[0]?.slice(0, 2))).size).toBe(20);
  const [company] = await server.data(departmentTree, {});
  expect(company?.listSubWareHouses.length).toBeGreaterThan(3);
  expect((await server.data(warehouseTree, {})).length).toBeGreaterThan(3);
});

test('nobody in it can sign in: no one knows their passwords', async () => {
  const { rows } = await servers[0].data(employee.page, { size: 500 });
  const people = rows.filter(({ account_name }) => account_name !== 'admin');
  expect(people.length).toBeGreaterThan(5);
  for (const person of people) expect(person.status === 'disabled' || person.must_change_password).toBe(true);
});

test('is there in a minute, and only once', async () => {
  expect(took).toBeLessThan(60_000);
  const before = (await servers[0].data(dealer.page, {})).total;
  await servers[0].fillSample();
  expect((await servers[0].data(dealer.page, {})).total).toBe(before);
});

test('each product has a picture, words for consumers in every language, and its extension fields', async () => {
  const [server] = servers;
  const products = await server.data(product.page, { size: 500 });
  for (const { id } of products.rows) {
    const { picture, description, extension, hierarchy_name, brand_name } = await server.data(productDetail, { id });
    expect((await server.fetch(pictureUrl(picture ?? '', 'thumb'))).status).toBe(200);
    expect(Object.keys(description).toSorted()).toEqual(['en', 'es', 'ja', 'zh']);
    expect([hierarchy_name, brand_name, ...extension.map(({ value }) => value)]).not.toContain(null);
  }
});
