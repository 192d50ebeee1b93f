import { finished } from 'node:stream/promises';
import type { Sql } from 'postgres';
import postgres from '../server/platform/database/postgres.ts';
import { alternate, type Benchmark, perSecond } from './harness.ts';
import { load } from './load.ts';
import { Stage } from './stage.ts';

const perCase = 24;
const perPallet = 40;
const connections = 64;

/**
 * A file of what lies in what, three levels deep, from its upload to its last commit, against COPY of the same rows into the
 * table with its indexes; what a packed unit costs on disk; and a consumer's scan of one against that of a code bound by its order.
 */
export const packing: Benchmark = {
  name: 'packing',
  async run({ long }) {
    const stage = await Stage.open();
    const sql = postgres(stage.databaseUrl, { max: 1, onnotice: () => {} });
    try {
      const units = (long ? 960 : 240) * 1000;
      const order = await prepare(stage);
      const codes = await codesOf(stage, order.rules, units);
      const empty = await bytesOf(sql);
      const ours = await perSecond(() => packFile(stage, order.id, codes));
      const bytes = ((await bytesOf(sql)) - empty) / units;
      const copied = await perSecond(() => copyRows(sql));
      const bound = await issue(stage, order.rules.unit, 100_000, order.product_id);
      const scans = await scanRates(stage, codes.units, bound);
      return [
        {
          name: `packing file, ${units / 1000} k units in three levels`,
          ours,
          unit: 'units/s',
          baselineName: 'COPY of the same rows, with indexes',
          baseline: copied,
          target: 0.5,
        },
        {
          name: 'storage per packed unit, all tables and indexes',
          ours: bytes,
          unit: 'bytes',
          target: 90,
          atMost: true,
        },
        {
          name: 'scans of packed codes',
          ours: scans.packed,
          unit: 'scans/s',
          baselineName: 'of codes bound by their order',
          baseline: scans.bound,
          target: 0.8,
        },
      ];
    } finally {
      await sql.end();
      await stage.close();
    }
  },
};

interface Rules {
  readonly unit: number;
  readonly box: number;
  readonly pallet: number;
}

/** A running work order whose cases hold 24 units and whose pallets 40 cases. */
async function prepare(stage: Stage): Promise<{ id: number; product_id: number; rules: Rules }> {
  const add = async (path: string, input: object) => (await stage.call<{ id: number }>(path, input)).id;
  const unit = (unit_code: string, level: number) =>
    add('/api/base/packagingunits/add', { unit_code, level, symbol_zh: unit_code });
  const levels = [
    { unit_id: await unit('bottle', 1), quantity: 1 },
    { unit_id: await unit('case', 3), quantity: perCase },
    { unit_id: await unit('pallet', 4), quantity: perPallet },
  ];
  const hierarchy_id = await add('/api/base/hierarchies/add', { hierarchy_code: 'H', hierarchy_name: 'H', levels });
  const product_id = await add('/api/base/products/add', { product_code: 'P', product_name: 'P', hierarchy_id });
  const to_warehouse_id = await add('/api/base/warehouses/add', {
    warehouse_code: 'W',
    warehouse_name: 'W',
    warehouse_type: 'finished',
  });
  const rule = (level: number) =>
    add('/api/tagging/coderules/add', {
      rule_name: `level ${level}`,
      level,
      prefix: `${level}`,
      alphabet: 'digits',
      body_length: 15,
      check: 'none',
      carrier: 'plain',
    });
  const rules = { unit: await rule(1), box: await rule(3), pallet: await rule(4) };
  const order = { product_id, quantity: 1_000_000, lot: 'L1', production_date: '2026-01-31', to_warehouse_id };
  const id = await add('/api/plant/workorders/add', order);
  await stage.call('/api/plant/workorders/release', { id });
  await stage.call('/api/plant/workorders/start', { id });
  return { id, product_id, rules };
}

interface Codes {
  readonly units: string[];
  readonly boxes: string[];
  readonly pallets: string[];
}

const codesOf = async (stage: Stage, rules: Rules, units: number): Promise<Codes> => ({
  units: await issue(stage, rules.unit, units),
  boxes: await issue(stage, rules.box, units / perCase),
  pallets: await issue(stage, rules.pallet, units / perCase / perPallet),
});

async function issue(stage: Stage, rule_id: number, quantity: number, product_id?: number): Promise<string[]> {
  const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { rule_id, quantity, product_id });
  return (await new Response(await stage.download(id)).text()).trimEnd().split('\n');
}

/** Sends the file and waits for the end of its job; answers how many units it packed. */
async function packFile(stage: Stage, order: number, { units, boxes, pallets }: Codes): Promise<number> {
  const lines = [
    ...units.map((unit, at) => `${boxes[Math.floor(at / perCase)]},${unit}\n`),
    ...boxes.map((box, at) => `${pallets[Math.floor(at / perPallet)]},${box}\n`),
  ];
  const form = new FormData();
  form.append('file', new Blob(lines), 'packing.txt');
  const url = `${stage.url}/api/plant/relevance/upload?work_order_id=${order}`;
  const sent = await fetch(url, { method: 'POST', headers: stage.headers, body: form });
  const { data } = (await sent.json()) as { data: { job: string } };
  for (;;) {
    const asked = await fetch(`${stage.url}/api/plant/taskmanagement/detail?job=${data.job}`, {
      headers: stage.headers,
    });
    const task = (await asked.json()) as { data: { state: string; accepted: number } };
    if (task.data.state === 'done' && task.data.accepted === lines.length) return units.length;
    if (!['waiting', 'running'].includes(task.data.state)) throw new Error(`the file ended: ${JSON.stringify(task)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const tables = ['packing', 'packing_past', 'package', 'trace_event', 'event_code', 'stock_delta', 'figure_delta'];

async function bytesOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(${tables}::text[]) as t (name)`;
  return Number(row?.bytes);
}

/** The rows of units, in their order, into a table like theirs; answers how many. */
async function copyRows(sql: Sql): Promise<number> {
  const rows = await sql<{ child: string; parent: string; packed_by: string }[]>`
    select p.child, p.parent, p.packed_by from packing p order by p.child`;
  await sql`create table copied (like packing including all)`;
  const copy = await sql`copy copied (child, parent, packed_by) from stdin`.writable();
  await finished(copy.end(rows.map(({ child, parent, packed_by }) => `${child}\t${parent}\t${packed_by}\n`).join('')));
  return rows.length;
}

async function scanRates(stage: Stage, packed: readonly string[], bound: readonly string[]) {
  const from = (codes: readonly string[]) => {
    let next = 0;
    const nextBody = () => `{"code":"${codes[next++ % codes.length]}"}`;
    return { url: stage.url, path: '/api/consumer/scan', nextBody, connections };
  };
  const [ofPacked, ofBound] = [from(packed), from(bound)];
  await load({ ...ofPacked, seconds: 1 });
  await load({ ...ofBound, seconds: 1 });
  return alternate(5, {
    packed: async () => (await load({ ...ofPacked, seconds: 2 })).perSecond,
    bound: async () => (await load({ ...ofBound, seconds: 2 })).perSecond,
  });
}
