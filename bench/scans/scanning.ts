import { join } from 'node:path';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, median, type Row } from '../harness.ts';
import { type LoadResult, load } from '../stage/load.ts';
import { Stage } from '../stage/stage.ts';
import { startProcess } from '../stage/started.ts';

const connections = 64;
const issuedCodes: BySize = { smallest: 10_000, short: 100_000, usual: 400_000, long: 400_000 };
const secondsOf: BySize = { smallest: 0.2, short: 1, usual: 2, long: 10 };
/** A server that has just started answers half as many scans as one whose code is compiled. */
const warmUp: BySize = { smallest: 0.2, short: 3, usual: 4, long: 10 };
const rounds: BySize = { smallest: 1, short: 3, usual: 7, long: 7 };
const bareHandler = 'bare SELECT + INSERT';

/** Consumers' scans until the durable answer, compared with a bare Fastify handler with one SELECT and one INSERT. */
export const scanning: Benchmark = {
  name: 'scanning',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    // The same number of connections as SUYUAN_DATABASE_CONNECTIONS gives to the server.
    const bare = await startProcess([join('bench', 'stage', 'bare-scan.ts')], /Address (\S+)/, {
      DATABASE_URL: stage.databaseUrl,
      CONNECTIONS: '20',
    });
    const codes = await issue(stage, issuedCodes[size]);
    await storeForBare(sql, codes);
    let next = 0;
    const nextBody = () => `{"code":"${codes[next++ % codes.length]}"}`;
    const ours = { url: stage.url, path: '/api/consumer/scan', nextBody, connections };
    const theirs = { url: bare.url, path: '/scan', nextBody, connections };
    const seconds = secondsOf[size];
    await load({ ...ours, seconds: warmUp[size] });
    await load({ ...theirs, seconds: warmUp[size] });
    const result = await alternate(rounds[size], {
      ours: async () => (await load({ ...ours, seconds })).perSecond,
      theirs: async () => (await load({ ...theirs, seconds })).perSecond,
    });
    // Each at half of its own maximum rate.
    const half = { ours: [] as LoadResult[], theirs: [] as LoadResult[] };
    await alternate(rounds[size], {
      ours: async () => half.ours.push(await load({ ...ours, seconds, rate: result.ours / 2 })),
      theirs: async () => half.theirs.push(await load({ ...theirs, seconds, rate: result.theirs / 2 })),
    });
    const halfway = (name: 'p50' | 'p99'): Row => ({
      name: `scan at half load, ${name}`,
      ours: median(half.ours.map((one) => one[name])),
      unit: 'ms',
      baselineName: bareHandler,
      baseline: median(half.theirs.map((one) => one[name])),
    });
    yield {
      name: 'scans, durably recorded',
      ours: result.ours,
      unit: 'scans/s',
      baselineName: bareHandler,
      baseline: result.theirs,
      target: 1.5,
    };
    yield halfway('p50');
    yield halfway('p99');
  },
};

async function issue(stage: Stage, quantity: number): Promise<string[]> {
  const order = await stage.prepareOrders();
  const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { ...order, quantity });
  const text = await new Response(await stage.download(id)).text();
  return text.trimEnd().split('\n');
}

async function storeForBare(sql: Sql, codes: readonly string[]): Promise<void> {
  await sql`create table bare_code (code text primary key, product text not null)`;
  await sql`create table bare_scan (id bigint generated always as identity primary key, code text not null, at timestamptz not null default now())`;
  const copy = await sql`copy bare_code from stdin`.writable();
  copy.end(codes.map((code) => `${code}\tbench\n`).join(''));
  await new Promise((resolve, fail) => copy.once('finish', resolve).once('error', fail));
  await sql`analyze bare_code`;
}
