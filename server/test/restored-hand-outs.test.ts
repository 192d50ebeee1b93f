import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { keepAsItIs } from '#restores/restores.ts';
import { deviceAt, plantOf, type TestDevice } from '#test/goods/line.ts';
import { copyOfDatabase, newMigratedDatabase, onCluster } from './harness/new-database.ts';
import { type TestServer, testServer } from './harness/server.ts';

// Leases and files of codes that were handed out after the moment that the database was put back to.

let dataDir: string;
let masterKey: string;
let backups: string[];
let device: TestDevice;
let orderNo: string;
let toLease: number;
let toPrint: number;
let leased: string[];

const codesOfLease = async (server: TestServer, lease: number): Promise<string[]> => {
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${lease}`, { headers: { 'device-key': device.key } });
  return (await file.text()).trimEnd().split('\n');
};

/** The file of an order, without a reason to hand out again by default. */
const download = async (server: TestServer, id: number, reprint = ''): Promise<{ status: number; text: string }> => {
  const query = new URLSearchParams({
    id: String(id),
    format: 'txt',
    purpose: 'test',
    ...(reprint ? { reprint } : {}),
  });
  const answer = await server.fetch(`${orderDownload.path}?${query}`, { headers: { token: server.admin } });
  return { status: answer.status, text: await answer.text() };
};

/** The answer when all codes of an order are out. */
const allOut = { status: 409, text: expect.stringContaining('were handed out. To print some again, say why') };

const lease = (server: TestServer, quantity: number) =>
  deviceAt(server, device).call(deviceLease, { order_no: orderNo, level: 1, quantity });

beforeAll(async () => {
  if (onCluster) return;
  dataDir = await mkdtemp(join(tmpdir(), 'suyuan-hand-outs-'));
  const databaseUrl = await newMigratedDatabase();
  const env = { SUYUAN_DATA_DIR: dataDir };
  masterKey = 'cd'.repeat(32);
  const first = await testServer(env, { databaseUrl, masterKey });
  const plant = await plantOf(first);
  const { line_id, device: made } = await plant.line();
  device = made;
  orderNo = (await plant.workOrder(line_id)).order_no;
  toLease = await plant.codes(1, 30);
  toPrint = await plant.codes(1, 20);
  await first.stop();
  backups = [await copyOfDatabase(databaseUrl), await copyOfDatabase(databaseUrl)];
  const second = await testServer(env, { databaseUrl, masterKey });
  const { envelope } = await lease(second, 6);
  leased = await codesOfLease(second, envelope.data.lease);
  expect((await download(second, toPrint)).status).toBe(200);
  await second.stop();
});

afterAll(() => (onCluster ? undefined : rm(dataDir, { recursive: true, force: true })));

test.skipIf(onCluster)('come back from the log of the data folder', async () => {
  const server = await testServer({ SUYUAN_DATA_DIR: dataDir }, { databaseUrl: backups[0] as string, masterKey });
  const [given] = await server.sql`select count(*)::int as leases from code_lease`;
  expect(given).toEqual({ leases: 1 });
  expect(await download(server, toPrint)).toEqual(allOut);
  const { envelope } = await lease(server, 6);
  // Of the order that lines lease from, the codes behind the lease count as handed out: there are fewer than are skipped.
  expect(envelope).toMatchObject({ status_code: 409, message: expect.stringContaining('level 1') });
  await server.stop();
});

test.skipIf(onCluster)('are not handed out again where there is no log', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'suyuan-elsewhere-'));
  const databaseUrl = backups[1] as string;
  const server = await testServer({ SUYUAN_DATA_DIR: elsewhere }, { databaseUrl, masterKey });
  expect((await lease(server, 6)).status).toBe(409);
  for (const id of [toLease, toPrint]) {
    expect(await download(server, id)).toEqual(allOut);
  }
  expect((await download(server, toPrint, 'the printer never got them')).status).toBe(200);
  await orderMore(server);
  const { envelope } = await lease(server, 6);
  const codes = await codesOfLease(server, envelope.data.lease);
  expect(codes).toHaveLength(6);
  expect(codes.filter((code) => leased.includes(code))).toEqual([]);

  const config = readConfig({ SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_DATA_DIR: elsewhere });
  const database = openDatabase(databaseUrl, 2);
  await keepAsItIs({ database, config, masterKey: new MasterKey(Buffer.from(masterKey, 'hex')) });
  await database.close();
  // The server looks again when the first is asked for, which it refuses.
  await expect.poll(async () => (await download(server, toLease)).status).toBe(200);
  await server.stop();
  await rm(elsewhere, { recursive: true, force: true });
});

/** A new order of codes like the one that is leased from. */
async function orderMore(server: TestServer): Promise<void> {
  const [like] = await server.sql<{ rule_id: number; product_id: number }[]>`
    select rule_id, product_id from code_order where id = ${toLease}`;
  await server.data(orderAdd, { ...(like as { rule_id: number; product_id: number }), quantity: 10 });
}
