import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { expect, test } from 'vitest';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { plantOf } from '../goods/line.ts';
import type { Flood, Outcome, Stream } from '../harness/flood.ts';
import { newMigratedDatabase } from '../harness/new-database.ts';
import { newDataDir, password, runCommand, type ServerProcess, startProcess } from '../harness/process.ts';
import { type TestServer, testServer } from '../harness/server.ts';

// Ten times the requests of every class that a server answers, from a process of its own.

/** Seconds of a flood whose figures are printed; without them it is shorter and of fewer connections, beside other tests. */
const seconds = Number(process.env.SUYUAN_TEST_FLOOD ?? 0);
const perCase = 6;
const cases = 2000;
const master = 'ab'.repeat(32);

test('under ten times what it can do a server sheds by class, lets people sign in, and keeps what it acknowledged', {
  timeout: 180_000,
}, async () => {
  const databaseUrl = await newMigratedDatabase();
  const aside = await testServer({}, { databaseUrl, masterKey: master });
  const env = { SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: master, SUYUAN_RATE_LIMIT: 'off' };
  const server = await startProcess(await newDataDir(), env);
  const { streams, check } = await requestsTo(aside);
  const few = { scan: 24, page: 8, console: 8, device: 4, file: 2 };
  const usual = await flood({ url: server.url, seconds: 2, streams: streams((name) => ({ connections: few[name] })) });
  const rates = (name: Name) => ({ connections: many[name], rate: (10 * (usual[name] as Outcome).sent) / 2 });
  const { isOver, signIns, memory } = watch(server);
  const outcomes = await flood({ url: server.url, seconds: seconds || 3, streams: streams(rates) });
  isOver.resolve();
  const begun = performance.now();
  await expect.poll(() => answersOf(aside, server), { timeout: 10_000 }).toEqual([200, 200, 200, 200]);
  const recovery = performance.now() - begun;

  const times = await signIns;
  if (seconds) tell({ usual, outcomes, times, memory: await memory, recovery });
  for (const { statuses, withoutRetryAfter } of Object.values(outcomes)) {
    expect(Object.keys(statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([]);
    expect(withoutRetryAfter).toBe(0);
  }
  const answered = (name: Name) => (outcomes[name]?.statuses['200'] ?? 0) / (outcomes[name]?.sent ?? 1);
  expect(answered('console')).toBeLessThan(0.9);
  expect(answered('scan')).toBeGreaterThan(answered('console'));
  expect(answered('page')).toBeGreaterThan(answered('console'));
  expect(await memory).toBeLessThan(900);
  const lines = server
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(lines.filter((line) => line.includes('refuses calls of a class')).length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(400);
  await check([usual, outcomes]);
  await aside.stop();
  for (const command of ['trace:verify', 'audit:verify'])
    expect(await runCommand(command, env)).toMatchObject({ code: 0 });
});

type Name = 'scan' | 'page' | 'console' | 'device' | 'file';
/** Connections over which the requests come that are too many. */
const many: Readonly<Record<Name, number>> = seconds
  ? { scan: 1000, page: 500, console: 500, device: 200, file: 100 }
  : { scan: 200, page: 100, console: 300, device: 100, file: 50 };

const phone =
  'User-Agent: Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const get = (path: string, headers: readonly string[] = []) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', phone, ...headers, '', ''].join('\r\n');
function post(path: string, body: object, headers: readonly string[] = []): string {
  const text = JSON.stringify(body);
  const head = [`POST ${path} HTTP/1.1`, 'Host: a', phone, ...headers, 'Content-Type: application/json'];
  return [...head, `Content-Length: ${Buffer.byteLength(text)}`, '', text].join('\r\n');
}

/** Requests of every class, and what has to be true of those that were acknowledged. */
async function requestsTo(server: TestServer) {
  const plant = await plantOf(server, [perCase, 40]);
  const { line_id, device } = await plant.line();
  const order = await plant.workOrder(line_id, { quantity: 1_000_000 });
  const units = await codesOfOrder(server, await plant.codes(1, cases * perCase));
  const parents = await codesOfOrder(server, await plant.codes(3, cases));
  const codes = await codesOfOrder(server, await plant.codes(1, 2000));
  const asAdmin = [`token: ${server.admin}`];
  const event_time = new Date().toISOString();
  const packed = (parent: string, n: number) => ({
    id: '1',
    act: 'packed',
    event_time,
    order_no: order.order_no,
    parent,
    codes: units.slice(n * perCase, (n + 1) * perCase),
  });
  const batches = parents.map((parent, n) =>
    post(deviceBatch.path, { batch_key: `${n}`, acts: [packed(parent, n)] }, [`device-key: ${device.key}`]),
  );
  const lists = [product.page, consumerScan.page, codeOrder.page];
  const requests: Readonly<Record<Name, readonly string[]>> = {
    scan: codes.map((code) => post(scan.path, { code })),
    page: codes.map((code) => get(`/c?code=${code}`)),
    console: lists.map(({ path }) => get(path, asAdmin)),
    device: batches,
    file: [get(`${product.export.path}?format=csv`, asAdmin)],
  };
  const streams = (shape: (name: Name) => Pick<Stream, 'connections' | 'rate'>): Stream[] =>
    Object.entries(requests).map(([name, texts]) => ({ name, requests: texts, ...shape(name as Name) }));

  async function check(floods: readonly Readonly<Record<string, Outcome>>[]): Promise<void> {
    const sum = (of: (outcome: Outcome) => number, ...names: Name[]) =>
      floods.flatMap((flood) => names.map((name) => of(flood[name] as Outcome))).reduce((a, b) => a + b);
    const [scans] = await server.sql<{ total: number }[]>`select count(*)::int as total from consumer_scan`;
    const total = scans?.total;
    expect(total).toBeGreaterThanOrEqual(sum(({ statuses }) => statuses['200'] ?? 0, 'scan', 'page'));
    expect(total).toBeLessThanOrEqual(sum(({ sent }) => sent, 'scan', 'page') + codes.length);
    // The same batch again is answered as before.
    const acknowledged = new Set(floods.flatMap(({ device }) => device?.acknowledged.map((at) => at % cases) ?? []));
    const rows = await server.sql<{ children: number }[]>`
      select count(*)::int as children from packing
      where packed_by in (select id from trace_event where work_order_id = ${order.id}) group by parent`;
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged.size);
    expect(new Set(rows.map(({ children }) => children))).toEqual(new Set([perCase]));
  }
  return { streams, check };
}

async function flood(wanted: Flood): Promise<Record<string, Outcome>> {
  const program = join(import.meta.dirname, '../harness/flood.ts');
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(wanted));
  return (await json(child.stdout)) as Record<string, Outcome>;
}

/** Over a new connection, as somebody does who comes to see what is wrong. */
async function signIn(server: ServerProcess): Promise<void> {
  const answer = await fetch(server.url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ account_name: 'admin', account_password: password, account_type: 1 }),
  });
  expect(answer.status).toBe(200);
  await answer.text();
}

/** Signs in again and again, and looks at the memory in megabytes, until that is over. */
function watch(server: ServerProcess) {
  const isOver = Promise.withResolvers<void>();
  let goesOn = true;
  isOver.promise.then(() => {
    goesOn = false;
  });
  const memory = (async () => {
    for (let most = 0; ; await wait(200)) {
      const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      if (!goesOn) return most;
    }
  })();
  const signIns = (async () => {
    for (const times: number[] = []; ; await wait(200)) {
      const begun = performance.now();
      await signIn(server);
      times.push(performance.now() - begun);
      if (!goesOn) return times;
    }
  })();
  return { isOver, memory, signIns };
}

const answersOf = async (aside: TestServer, { url }: ServerProcess): Promise<number[]> =>
  Promise.all(
    [`${product.export.path}?format=csv`, product.page.path, '/c?code=none', '/readyz'].map(async (path) => {
      const answer = await fetch(url + path, { headers: { token: aside.admin } });
      await answer.text();
      return answer.status;
    }),
  );

function tell({ usual, outcomes, times, memory, recovery }: Record<string, unknown>): void {
  const figures = (of: unknown) =>
    Object.fromEntries(
      Object.entries(of as Record<string, Outcome>).map(([name, { acknowledged, statuses, ...one }]) => [
        name,
        { ...one, ...statuses },
      ]),
    );
  console.table(figures(usual));
  console.table(figures(outcomes));
  const sorted = (times as number[]).map(Math.round).toSorted((a, b) => a - b);
  console.log({ signIns: sorted.join(' '), memory, recovery });
}
