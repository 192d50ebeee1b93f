import { createHash } from 'node:crypto';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { load, waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { expect, onTestFinished, test } from 'vitest';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { plantOf } from '../goods/line.ts';
import { failoverProxy } from '../harness/failover-proxy.ts';
import { newMigratedDatabase } from '../harness/new-database.ts';
import { ended, newDataDir, password, runCommand, startProcess } from '../harness/process.ts';
import { type TestServer, testServer } from '../harness/server.ts';

// Two servers as processes on one database, behind a proxy that passes over a server that does not listen. One after the other is killed
// amid calls of every kind, and started again.

const kills = Number(process.env.SUYUAN_TEST_KILLS ?? 3);
const perCase = 6;
const casesOfBatch = 4;
const casesLoaded = 400;
const master = 'ab'.repeat(32);

interface Request {
  readonly path: string;
  readonly init?: RequestInit;
}

/** What is called over and over; each kind keeps its own account of what was acknowledged. */
type Work = (ask: (request: Request) => Promise<string>, round: number) => Promise<void>;

/** Calls and calls again, once, what was not answered or answered with an error of the server. */
function caller(url: string, retried: () => void) {
  const once = async ({ path, init }: Request): Promise<string> => {
    const answer = await fetch(url + path, init);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
  return (request: Request) =>
    once(request).catch(() => {
      retried();
      return once(request);
    });
}

const posted = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

test('no call fails after one retry, and nothing acknowledged is lost or done twice', {
  timeout: 180_000,
}, async () => {
  const databaseUrl = await newMigratedDatabase();
  const aside = await testServer({}, { databaseUrl, masterKey: master });
  onTestFinished(() => aside.stop());
  const env = {
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_MASTER_KEY: master,
    SUYUAN_ADMIN_PASSWORD: password,
    SUYUAN_RATE_LIMIT: 'off',
    SUYUAN_DATABASE_CONNECTIONS: '10',
  };
  const folders = [await newDataDir(), await newDataDir()] as const;
  const servers = await Promise.all(folders.map((folder) => startProcess(folder, env)));
  const proxy = await failoverProxy(() => servers.map(({ url }) => url));
  onTestFinished(() => proxy.stop());

  const works = await worksOn(aside);
  const rounds = new Map(Object.keys(works.all).map((name) => [name, 0]));
  let retries = 0;
  let isOver = false;
  const running = Object.entries(works.all).map(async ([name, work]) => {
    const ask = caller(proxy.url, () => {
      retries += 1;
    });
    for (let round = 0; !isOver; round++) {
      await work(ask, round);
      rounds.set(name, round + 1);
    }
  });
  const failed = Promise.all(running).then(() => undefined);
  /** Every kind of call was carried out, begun after this moment. */
  const progress = async () => {
    const before = new Map(rounds);
    const went = () => [...rounds].every(([name, round]) => round > (before.get(name) ?? 0) + 1);
    await Promise.race([expect.poll(went, { timeout: 60_000, interval: 10 }).toBe(true), failed]);
  };
  for (let kill = 0; kill < kills; kill++) {
    await progress();
    const at = kill % servers.length;
    await ended((servers[at] as (typeof servers)[0]).child, 'SIGKILL');
    servers[at] = await startProcess(folders[at] as string, env);
  }
  await progress();
  isOver = true;
  await failed;

  expect(retries).toBeGreaterThan(0);
  await works.check();
  await Promise.all(servers.map(({ child }) => ended(child, 'SIGTERM')));
  const { SUYUAN_DATABASE_URL, SUYUAN_MASTER_KEY } = env;
  for (const command of ['trace:verify', 'audit:verify']) {
    const { code, printed } = await runCommand(command, { SUYUAN_DATABASE_URL, SUYUAN_MASTER_KEY });
    expect([code, code === 0 ? '' : printed]).toEqual([0, '']);
  }
});

/** Scans, batches of a device, loads on a waybill, uploads and downloads, and what has to be true of them in the end. */
async function worksOn(server: TestServer): Promise<{ all: Record<string, Work>; check: () => Promise<void> }> {
  const { sql, admin: token } = server;
  const plant = await plantOf(server, [perCase, 40]);
  const { line_id, device } = await plant.line();
  const order = await plant.workOrder(line_id, { quantity: 1_000_000 });
  await sql`
    update lot set quality_released_at = now(), quality_released_by = 1, market_released_at = now(), market_released_by = 1
    where lot_no = ${order.lot}`;
  const units = await codesOfOrder(server, await plant.codes(1, 20_000));
  const cases = await codesOfOrder(server, await plant.codes(3, 3000));
  const scanned = await codesOfOrder(server, await plant.codes(1, 20));
  const fileOrder = await plant.codes(1, 50_000);
  const file = `${orderDownload.path}?id=${fileOrder}&format=txt&purpose=test&reprint=test`;
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const whole = hashOf(`${(await codesOfOrder(server, fileOrder)).join('\n')}\n`);

  /** Packs cases, by their number. */
  const batchOf = (first: number, count: number) => ({
    batch_key: `from ${first}`,
    acts: Array.from({ length: count }, (_, n) => ({
      id: `${n}`,
      act: 'packed' as const,
      event_time: new Date().toISOString(),
      order_no: order.order_no,
      parent: cases[first + n] as string,
      codes: units.slice((first + n) * perCase, (first + n + 1) * perCase),
    })),
  });
  const step = 50;
  for (let first = 0; first < casesLoaded; first += step) {
    const { results } = await device.data(deviceBatch, batchOf(first, step));
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['taken']));
  }
  const [from] = await sql<{ id: number }[]>`select id from warehouse`;
  const { id: to_dealer_id } = await server.data(dealer.add, { dealer_code: 'D', dealer_name: 'D', dealer_level: 1 });
  const lines = [{ product_id: plant.product_id, quantity: casesLoaded * perCase }];
  const sale = { kind: 'sale', from_warehouse_id: from?.id as number, to_dealer_id, lines } as const;
  const { id: bill } = await server.data(waybill.add, sale);

  const counts = new Map(scanned.map((code) => [code, { times: 0, acknowledged: 0 }]));
  let packed = casesLoaded;
  let loaded = 0;
  let uploaded = 0;
  const scanning: Work = async (ask, round) => {
    const code = scanned[round % scanned.length] as string;
    const count = counts.get(code) as { times: number; acknowledged: number };
    const init = posted({ code });
    // A scan has no key, so that a retry may count as one more.
    const counted = (one: Request) => {
      count.times += 1;
      return ask(one);
    };
    await counted({ path: scan.path, init });
    count.acknowledged += 1;
  };
  const all: Record<string, Work> = {
    scan: scanning,
    'another scan': scanning,
    batch: async (ask) => {
      if (packed + casesOfBatch > cases.length) return;
      const init = posted(batchOf(packed, casesOfBatch), { 'device-key': device.key });
      const { results } = JSON.parse(await ask({ path: deviceBatch.path, init })).data;
      expect(results.map(({ result }: { result: string }) => result)).toEqual(Array(casesOfBatch).fill('taken'));
      packed += casesOfBatch;
    },
    load: async (ask) => {
      if (loaded >= casesLoaded) return;
      const body = { id: bill, codes: [cases[loaded] as string], batch_key: `load ${loaded}` };
      const answer = JSON.parse(await ask({ path: load.path, init: posted(body, { token }) })).data;
      expect(answer).toMatchObject({ loaded: [{ units: perCase }], refusals: [] });
      loaded += 1;
    },
    upload: async (ask, round) => {
      const rows = Array.from({ length: 20 }, (_, n) => `K-${round}-${n},kill ${round}`);
      const body = new FormData();
      body.append('file', new Blob([`product_code,product_name\n${rows.join('\n')}\n`]), 'products.csv');
      await ask({ path: `${products.import.path}?mode=good`, init: { method: 'POST', headers: { token }, body } });
      uploaded += rows.length;
    },
    download: async (ask) => expect(hashOf(await ask({ path: file, init: { headers: { token } } }))).toBe(whole),
  };

  async function check(): Promise<void> {
    for (const [code, { acknowledged }] of counts) {
      const { scan: found } = await server.data(scan, { code }, { token: '' });
      const recorded = found.count - 1;
      expect(recorded).toBeGreaterThanOrEqual(acknowledged);
      expect(recorded).toBeLessThanOrEqual(2 * acknowledged);
    }
    const [made] = await sql<{ units: number; times: number }[]>`
      select count(distinct child)::int as units, count(*)::int as times from packing
      where packed_by in (select id from trace_event where work_order_id = ${order.id})`;
    expect(made).toEqual({ units: packed * perCase, times: packed * perCase });
    expect(await server.data(waybillDetail, { id: bill })).toMatchObject({ loaded: loaded * perCase });
    const [known] = await sql<{ rows: number; codes: number }[]>`
      select count(*)::int as rows, count(distinct product_code)::int as codes from product where product_code like 'K-%'`;
    expect(known).toEqual({ rows: uploaded, codes: uploaded });
  }
  return { all, check };
}
