import { product } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openSql } from '#platform/database/driver/open-sql.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { plantOf } from '../goods/line.ts';
import { newMigratedDatabase, onCluster } from '../harness/new-database.ts';
import { newDataDir, password, runCommand, type ServerProcess, startProcess } from '../harness/process.ts';
import { Road } from '../harness/road.ts';
import { type TestServer, testServer } from '../harness/server.ts';

// A server as a process whose database fails in every way, one after the other, under calls at all doors: of consumers, devices and
// people. It connects by a role of its own, which can be narrowed.

const master = 'ab'.repeat(32);
const perCase = 3;
const cases = 2000;

interface Surroundings {
  readonly sql: Sql;
  readonly role: string;
  readonly road: Road;
}

interface Fault {
  readonly begin: (around: Surroundings) => Promise<unknown>;
  readonly end: (around: Surroundings) => Promise<unknown>;
  /** What the log says. */
  readonly reason: RegExp;
}

/** Connections take what a role is set to as they begin. */
const reconnected = ({ sql, role }: Surroundings) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;

function roleSetTo(setting: string, usual: string, reason: RegExp): Fault {
  const setTo = (what: string) => async (around: Surroundings) => {
    await around.sql.unsafe(`alter role ${around.role} ${what}`);
    await reconnected(around);
  };
  return { begin: setTo(setting), end: setTo(usual), reason };
}

let unlocked: (() => Promise<void>) | undefined;

const faults: Readonly<Record<string, Fault>> = {
  'is read-only': roleSetTo(
    'set default_transaction_read_only = on',
    'reset default_transaction_read_only',
    /read-only transaction/,
  ),
  'has no connections left': roleSetTo('connection limit 2', 'connection limit 100', /too many connections for role/),
  'is away': {
    begin: ({ road }) => road.close(),
    end: ({ road }) => road.open(),
    reason: /ECONNREFUSED|connection .*(lost|closed|terminated)/i,
  },
  'has locks on tables of every door': {
    begin: async (around) => {
      await roleSetTo("set lock_timeout = '100ms'", '', /./).begin(around);
      const own = await around.sql.reserve();
      await own`begin`;
      await own`lock table scan_stat, packing, product, session in access exclusive mode`;
      unlocked = async () => {
        await own`rollback`;
        own.release();
      };
    },
    end: async (around) => {
      await unlocked?.();
      await roleSetTo('reset lock_timeout', '', /./).begin(around);
    },
    reason: /lock timeout/,
  },
};

test.skipIf(onCluster)(
  'while its database fails a server answers 503 at every door, and is itself again by itself',
  { timeout: 180_000 },
  async () => {
    const databaseUrl = await newMigratedDatabase();
    const aside = await testServer({}, { databaseUrl, masterKey: master });
    onTestFinished(() => aside.stop());
    const around = await surroundingsOf(databaseUrl);
    onTestFinished(async () => {
      await around.road.close();
      await around.sql.end();
    });
    const own = Object.assign(new URL(around.road.url), { username: around.role, password: 'x' }).href;
    const env = { SUYUAN_DATABASE_URL: own, SUYUAN_MASTER_KEY: master, SUYUAN_RATE_LIMIT: 'off' };
    const server = await startProcess(await newDataDir(), env);
    const { doors, kept } = await doorsOf(aside, server);
    const round = async () => {
      const answers = await Promise.all([...doors, ...doors, ...doors].map((door) => door()));
      for (const { status, retryAfter } of answers) {
        expect([200, 503]).toContain(status);
        if (status === 503) expect(retryAfter).toBeGreaterThan(0);
      }
      return answers.map(({ status }) => status);
    };
    const usual = Array(3 * doors.length).fill(200);
    await expect.poll(round).toEqual(usual);
    for (const [name, { begin, end, reason }] of Object.entries(faults)) {
      const before = server.printed().length;
      await begin(around);
      // Every door was shut at times: none hangs, and none fails otherwise.
      const shut = new Set<number>();
      const allShut = async () => {
        for (const [at, status] of (await round()).entries()) if (status === 503) shut.add(at % doors.length);
        return shut.size;
      };
      await expect
        .poll(allShut, { timeout: 30_000, message: `every door while the database ${name}` })
        .toBe(doors.length);
      await end(around);
      await expect.poll(round, { timeout: 30_000, message: `after the database ${name}` }).toEqual(usual);
      const said = server.printed().slice(before);
      expect(said).toMatch(reason);
      expect(said).not.toContain('a call failed');
      expect(said.split('\n').length).toBeLessThan(80);
    }
    await kept();
    for (const command of ['trace:verify', 'audit:verify'])
      expect(await runCommand(command, { SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: master })).toMatchObject({
        code: 0,
      });
  },
);

/** A role that is no superuser, whom no limit would bind, and a way to the database that can be closed. */
async function surroundingsOf(databaseUrl: string): Promise<Surroundings> {
  const sql = openSql(databaseUrl, { max: 3 });
  const role = new URL(databaseUrl).pathname.slice(1);
  const [owner] = await sql<{ name: string }[]>`select quote_ident(current_user) as name`;
  await sql.unsafe(`create role ${role} login password 'x' in role ${owner?.name}`);
  onTestFinished(async () => {
    const last = openSql(databaseUrl, { max: 1 });
    await last.unsafe(`drop role ${role}`);
    await last.end();
  });
  return { sql, role, road: await Road.to(databaseUrl) };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
}

/** A call at each door, and what has to be true of all that was acknowledged. */
async function doorsOf(aside: TestServer, { url }: ServerProcess) {
  const plant = await plantOf(aside, [perCase, 2]);
  const { line_id, device } = await plant.line();
  const order = await plant.workOrder(line_id, { quantity: 1_000_000 });
  const units = await codesOfOrder(aside, await plant.codes(1, cases * perCase));
  const parents = await codesOfOrder(aside, await plant.codes(3, cases));
  const acknowledged = { scans: 0, cases: new Set<string>(), products: 0 };
  let turn = 0;
  const ask = async (path: string, init: RequestInit, kept: () => void): Promise<Answer> => {
    const answer = await fetch(url + path, init);
    await answer.arrayBuffer();
    if (answer.status === 200) kept();
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
  };
  const posted = (body: object, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const isScanned = () => {
    acknowledged.scans += 1;
  };
  const doors: readonly (() => Promise<Answer>)[] = [
    () => ask(`/c?code=${units[0]}`, {}, isScanned),
    () => ask(scan.path, posted({ code: units[0] }), isScanned),
    () => {
      const n = turn++ % cases;
      const parent = parents[n] as string;
      const codes = units.slice(n * perCase, (n + 1) * perCase);
      const act = { id: '1', act: 'packed', event_time: new Date().toISOString(), order_no: order.order_no };
      const body = { batch_key: `${n}`, acts: [{ ...act, parent, codes }] };
      return ask(deviceBatch.path, posted(body, { 'device-key': device.key }), () => acknowledged.cases.add(parent));
    },
    () => {
      const body = { product_code: `F-${turn++}`, product_name: 'f' };
      return ask(product.add.path, posted(body, { token: aside.admin }), () => {
        acknowledged.products += 1;
      });
    },
    () =>
      ask(login.path, posted({ account_name: 'admin', account_password: password, account_type: 1 }), () => undefined),
  ];
  const kept = async () => {
    const [found] = await aside.sql<{ scans: number; cases: number; products: number }[]>`
      select (select count(*) from consumer_scan)::int as scans, (select count(distinct parent) from packing)::int as cases,
        (select count(*) from product where product_code like 'F-%')::int as products`;
    expect(found?.scans).toBeGreaterThanOrEqual(acknowledged.scans);
    expect(found?.cases).toBeGreaterThanOrEqual(acknowledged.cases.size);
    expect(found?.products).toBeGreaterThanOrEqual(acknowledged.products);
  };
  return { doors, kept };
}
