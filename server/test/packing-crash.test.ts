import { setTimeout as pause } from 'node:timers/promises';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { waybillUpload } from '@suyuan/contract/physical/goods-file.ts';
import { waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { packingUpload, taskDetail, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts';
import { differences } from '#trace/figures/verify.ts';
import { type Plant, plantOf } from './goods/line.ts';
import { newDatabase, onCluster } from './harness/new-database.ts';
import {
  callProcess,
  ended,
  newDataDir,
  password,
  type ServerProcess,
  signIn,
  startProcess,
} from './harness/process.ts';

// A server, and its database, that are killed at moments that nobody chose, under files of packings, files of what is loaded on
// waybills, and batches of devices.

/** How often each is killed; more of it is a matter of patience. */
const kills = Number(process.env.SUYUAN_TEST_KILLS ?? 5);
const perCase = 24;
/** More than are packed in one turn. */
const casesOfFile = 600;
/** Cases whose units are loaded by a file, one by one. */
const casesSold = 150;
const casesOfBatch = 5;
/** Cases that the device reports at most. */
const casesReported = 300;

/** A server that is started again whenever it was killed, and repeats what was requested of it meanwhile. */
class Site {
  readonly #database: Database;
  readonly #env: Record<string, string>;
  #server: Promise<ServerProcess>;
  token = '';

  private constructor(databaseUrl: string) {
    this.#database = openDatabase(databaseUrl, 4, { command: true });
    this.#env = {
      SUYUAN_DATABASE_URL: databaseUrl,
      SUYUAN_MASTER_KEY: 'ab'.repeat(32),
      SUYUAN_ADMIN_PASSWORD: password,
      SUYUAN_RATE_LIMIT: 'off',
      SUYUAN_JOB_PATIENCE_SECONDS: '10',
    };
    this.#server = this.#start();
  }

  static async open(databaseUrl: string): Promise<Site> {
    const site = new Site(databaseUrl);
    site.token = await signIn(await site.#server);
    return site;
  }

  get sql() {
    return this.#database.sql;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #start = async (): Promise<ServerProcess> => startProcess(await newDataDir(), this.#env);

  /** Asks until it is answered: by whatever server there is then. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    for (;;) {
      const { url } = await this.#server;
      const answer = await fetch(url + path, { ...init, headers: { token: this.token, ...init.headers } }).catch(
        () => undefined,
      );
      if (answer && answer.status < 500) return answer;
      await pause(20);
    }
  }

  async data<Data>(path: string, init: RequestInit = {}): Promise<Data> {
    const { data, message, status_code } = (await (await this.ask(path, init)).json()) as Envelope<Data>;
    if (status_code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  }

  send<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const headers = { 'content-type': 'application/json' };
    return this.data(call.path, { method: 'POST', headers, body: JSON.stringify(input) });
  }

  async killServer(): Promise<void> {
    const { child } = await this.#server;
    await ended(child, 'SIGKILL');
    await takenForDead(this.sql);
    this.#server = this.#start();
    await this.#server;
  }

  /** Kills a process of the database amid its work: all of them end, and what was not committed is forgotten. */
  async killDatabase(): Promise<void> {
    let victim: number | undefined;
    // It may not have recovered yet from the kill before, which a statement at once after that does not tell.
    const choose = () =>
      this.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = 'suyuan' and pid <> pg_backend_pid()
        order by (state <> 'idle') desc, random() limit 1`.catch(() => []);
    await expect.poll(async () => (victim = (await choose())[0]?.pid), { timeout: 60_000 }).toBeDefined();
    process.kill(victim as unknown as number, 'SIGKILL');
    await takenForDead(this.sql);
  }

  /** A caller as tests have it. */
  get calls(): Parameters<typeof plantOf>[0] {
    return {
      data: async (call, input) => callProcess(await this.#server, this.token, call, input),
      call: () => Promise.reject(new Error('is not asked for')),
    };
  }
}

/** As it is with a server that shows no sign of life for long enough. A database that was killed is away for a moment, with all connections. */
async function takenForDead(sql: Database['sql']): Promise<void> {
  const tried = () => sql`update pgboss.job set state = 'retry' where state = 'active'`.catch(() => 'away');
  await expect.poll(tried, { timeout: 60_000 }).not.toBe('away');
}

async function newSite(): Promise<Site> {
  const opened = async (url: string) => {
    const site = await Site.open(url);
    onTestFinished(() => site.close());
    return site;
  };
  if (onCluster) return opened(await newDatabase());
  const database = await startEmbeddedPostgres({ dataDir: await newDataDir(), log: () => {} });
  onTestFinished(() => database.stop());
  return opened(database.url);
}

async function codesOf(site: Site, plant: Plant, level: 1 | 3, quantity: number): Promise<string[]> {
  const id = await plant.codes(level, quantity);
  const file = await site.ask(`${orderDownload.path}?id=${id}&format=txt&purpose=test&reprint=test`);
  return (await file.text()).trimEnd().split('\n');
}

interface Filing {
  readonly job: string;
  /** The units that are taken. */
  readonly good: readonly string[];
  /** The lines that are refused. */
  readonly wrong: readonly number[];
}

async function upload(site: Site, path: string, lines: readonly string[]): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([lines.join('\n')]), 'lines.csv');
  return (await site.data<{ job: string }>(path, { method: 'POST', body: form })).job;
}

/**
 * Sends a file of cases of which every hundredth has a line that is no code. Most are whole where the next one begins; of every
 * fiftieth the last line is at the end of the file.
 */
async function sendFile(site: Site, plant: Plant, order: number): Promise<Filing> {
  const [units, cases] = [
    await codesOf(site, plant, 1, casesOfFile * perCase),
    await codesOf(site, plant, 3, casesOfFile),
  ];
  const all = units.map((unit, at) => {
    const [box, nth] = [Math.floor(at / perCase), at % perCase];
    const isWrong = box % 100 === 99;
    return {
      unit,
      isWrong,
      isLate: box % 50 === 9 && nth === perCase - 1,
      line: `${cases[box]},${isWrong && nth === 0 ? 'nonsense' : unit}`,
    };
  });
  const filed = [...all.filter(({ isLate }) => !isLate), ...all.filter(({ isLate }) => isLate)];
  const wrong = filed.flatMap(({ isWrong }, at) => (isWrong ? [at + 1] : []));
  const path = `${packingUpload.path}?work_order_id=${order}`;
  const job = await upload(
    site,
    path,
    filed.map(({ line }) => line),
  );
  return { job, good: all.filter(({ isWrong }) => !isWrong).map(({ unit }) => unit), wrong };
}

/** A sale of what a file has packed, loaded by a file of single units, of which every hundredth line is no code. */
async function sendLoading(
  site: Site,
  sale: InputOf<typeof waybill.add>,
  { good }: Filing,
): Promise<Filing & { readonly id: number }> {
  const { id } = await site.send(waybill.add, sale);
  const sold = good.slice(0, casesSold * perCase);
  const lines = sold.map((unit, at) => (at % 100 === 99 ? `nonsense ${at}` : unit));
  const job = await upload(site, `${waybillUpload.path}?id=${id}`, lines);
  const wrong = lines.flatMap((line, at) => (line === sold[at] ? [] : [at + 1]));
  return { id, job, good: lines.filter((line, at) => line === sold[at]), wrong };
}

/** Kills while a file is worked on, until it is, one way or another. */
async function killUnder(site: Site, job: string, left: (() => Promise<void>)[]): Promise<void> {
  const stateOf = async () => (await site.data<OutputOf<typeof taskDetail>>(`${taskDetail.path}?job=${job}`)).state;
  // Thrice for a file: one that five servers in a row have died of is not tried again.
  for (let times = 0; times < 3 && left.length > 0; times++) {
    await expect.poll(stateOf, { timeout: 60_000, interval: 5 }).not.toBe('waiting');
    await pause(Math.random() * 300);
    await left.pop()?.();
  }
  await expect.poll(stateOf, { timeout: 120_000 }).toMatch(/done|broken/);
}

/** Every line of a file was taken once, or refused. */
async function expectDone(site: Site, { job, good, wrong }: Filing): Promise<void> {
  const task = await site.data(`${taskDetail.path}?job=${job}`);
  expect(task).toMatchObject({ state: 'done', accepted: good.length, refused: wrong.length });
  const refusals = await (await site.ask(`${taskRefusals.path}?job=${job}`)).text();
  const [titles = '', ...rows] = refusals.trimEnd().split('\r\n');
  // Behind the columns of the file are its line, the code and the reason.
  const at = titles.split(',').length - 3;
  const lines = rows.map((row) => Number(row.split(',')[at]));
  expect(lines.toSorted((a, b) => a - b)).toEqual(wrong);
}

type Results = OutputOf<typeof deviceBatch>['results'];

/** Sends batches until it is to end, each again and again until it is answered; answers how many units were taken. */
async function sendBatches(
  site: Site,
  key: string,
  { order_no, units, cases }: { order_no: string; units: readonly string[]; cases: readonly string[] },
  isOver: () => boolean,
): Promise<number> {
  let taken = 0;
  for (let batch = 0; !isOver() && (batch + 1) * casesOfBatch <= cases.length; batch++) {
    const events = Array.from({ length: casesOfBatch }, (_, n) => {
      const box = batch * casesOfBatch + n;
      const codes = units.slice(box * perCase, (box + 1) * perCase);
      return { id: `${n}`, act: 'packed', event_time: new Date().toISOString(), order_no, parent: cases[box], codes };
    });
    const body = JSON.stringify({ batch_key: `batch ${batch}`, acts: events });
    const send = async () => {
      const headers = { 'device-key': key, 'content-type': 'application/json' };
      return (await site.data<{ results: Results }>(deviceBatch.path, { method: 'POST', headers, body })).results;
    };
    const results = await send();
    expect(results.map(({ result }) => result)).toEqual(events.map(() => 'taken'));
    expect(await send()).toEqual(results);
    taken += casesOfBatch * perCase;
  }
  return taken;
}

test('every line of a file and batch of a device is applied exactly once, whenever the server or its database is killed', {
  timeout: 600_000,
}, async () => {
  const site = await newSite();
  const plant = await plantOf(site.calls, [perCase, 40]);
  const { line_id, device } = await plant.line();
  const enough = { quantity: 1_000_000 };
  const [filed, reported] = [await plant.workOrder(line_id, enough), await plant.workOrder(line_id, enough)];
  const codes = {
    order_no: reported.order_no,
    units: await codesOf(site, plant, 1, casesReported * perCase),
    cases: await codesOf(site, plant, 3, casesReported),
  };
  // Its goods leave while more of them are made.
  await site.sql`update lot set quality_released_at = now(), quality_released_by = 1, market_released_at = now(), market_released_by = 1
    where lot_no = ${filed.lot}`;
  const [from] = await site.sql<{ id: number }[]>`select id from warehouse`;
  const { id: to_dealer_id } = await site.send(dealer.add, { dealer_code: 'D', dealer_name: 'D', dealer_level: 1 });
  const lines = [{ product_id: plant.product_id, quantity: casesOfFile * perCase }];
  const sale = { kind: 'sale', from_warehouse_id: from?.id as number, to_dealer_id, lines } as const;
  let isOver = false;
  const batches = sendBatches(site, device.key, codes, () => isOver);
  const filings: Filing[] = [];
  const loadings: Awaited<ReturnType<typeof sendLoading>>[] = [];
  const left = [
    ...Array.from({ length: kills }, () => () => site.killServer()),
    ...Array.from({ length: onCluster ? 0 : kills }, () => () => site.killDatabase()),
  ].sort(() => Math.random() - 0.5);
  while (left.length > 0) {
    const filing = await sendFile(site, plant, filed.id);
    filings.push(filing);
    await killUnder(site, filing.job, left);
    if (left.length === 0) break;
    const loading = await sendLoading(site, sale, filing);
    loadings.push(loading);
    await killUnder(site, loading.job, left);
  }
  isOver = true;
  const units = await batches;

  for (const filing of [...filings, ...loadings]) await expectDone(site, filing);
  for (const { id, good } of loadings) {
    const detail = await site.data(`${waybillDetail.path}?id=${id}`);
    expect(detail).toMatchObject({ status: 'loading', loaded: good.length });
    const [acted] = await site.sql<{ codes: number; times: number }[]>`
      select count(distinct c.code) as codes, count(*) as times
      from event_code c join trace_event e on e.id = c.event_id
      where e.waybill_id = ${id} and e.act = ${eventTypes.load.no}`;
    expect(acted).toEqual({ codes: good.length, times: good.length });
  }
  const [packed] = await site.sql<{ filed: number; reported: number }[]>`
    select count(*) filter (where e.work_order_id = ${filed.id}) as filed,
      count(*) filter (where e.work_order_id = ${reported.id}) as reported
    from packing p join trace_event e on e.id = p.packed_by`;
  const sum = (all: readonly Filing[]) => all.reduce((count, { good }) => count + good.length, 0);
  expect(packed).toEqual({ filed: sum(filings) - sum(loadings), reported: units });
  expect(await differences(site.sql)).toEqual([]);
});
