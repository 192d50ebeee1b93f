import { finished } from 'node:stream/promises';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, inShort, perSecond, type Size } from '../harness.ts';
import { load } from '../stage/load.ts';
import { codesOf, fileOf, issue, packFile, prepare } from '../stage/packing-line.ts';
import { Stage } from '../stage/stage.ts';

const connections = 64;
const rounds = 3;
const unitsOf: BySize = { smallest: 9600, short: 96_000, usual: 240_000, long: 960_000 };
const scanSeconds: BySize = { smallest: 0.2, short: 1, usual: 2, long: 2 };
const scanRounds: BySize = { smallest: 1, short: 3, usual: 5, long: 5 };

/**
 * Packing by a file with three levels, from the upload to the last commit, compared with COPY of the same rows into the table
 * with its indexes; the disk space of a packed unit; and a consumer's scan of one, compared with that of a code bound by its
 * order.
 */
export const packing: Benchmark = {
  name: 'packing',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const units = unitsOf[size];
    const order = await prepare(stage);
    const empty = await bytesOf(sql);
    await sql`create table copied (like packing including all)`;
    const packed: string[] = [];
    const sizes: number[] = [];
    let file: ReturnType<typeof fileOf>;
    let rows = '';
    // In each round, both tables grow by the same rows.
    const rates = await alternate(rounds, {
      ours: async () => {
        const codes = await codesOf(stage, order.rules, units);
        packed.splice(0, packed.length, ...codes.units.slice(0, 100_000));
        file = fileOf(codes);
        const rate = await perSecond(async () => {
          await packFile(stage, order.id, file);
          return units;
        });
        rows = await newRowsOf(sql);
        sizes.push((await bytesOf(sql)) - empty);
        return rate;
      },
      copied: () =>
        perSecond(async () => {
          await copyRows(sql, rows);
          return file.lines;
        }),
    });
    yield {
      name: `packing file, ${inShort(units)} units in three levels`,
      ours: rates.ours,
      unit: 'units/s',
      baselineName: 'COPY of the same rows, with indexes',
      baseline: rates.copied,
      target: 0.5,
    };
    yield {
      name: 'storage per packed unit, all tables and indexes',
      ours: (sizes[0] ?? 0) / units,
      unit: 'bytes',
      target: 90,
      atMost: true,
    };
    yield {
      // In the index, their codes come before those of cases, so pages there are split and stay half full.
      name: 'the same of those of later files',
      ours: ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / (units * (rounds - 1)),
      unit: 'bytes',
      target: 90,
      atMost: true,
    };
    const bound = await issue(stage, order.rules.unit, packed.length, order.product_id);
    const scans = await scanRates(stage, packed, bound, size);
    yield {
      name: 'scans of packed codes',
      ours: scans.packed,
      unit: 'scans/s',
      baselineName: 'of codes bound by their order',
      baseline: scans.bound,
      target: 0.8,
    };
  },
};

const tables = ['packing', 'packing_past', 'package', 'trace_event', 'event_code', 'stock_delta', 'figure_delta'];

async function bytesOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`
    select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(${tables}::text[]) as t (name)`;
  return Number(row?.bytes);
}

/** The packings since the last copy, sorted by code. */
async function newRowsOf(sql: Sql): Promise<string> {
  const rows = await sql<{ child: string; parent: string; packed_by: string }[]>`
    select p.child, p.parent, p.packed_by from packing p left join copied c on c.child = p.child
    where c.child is null order by p.child`;
  return rows.map(({ child, parent, packed_by }) => `${child}\t${parent}\t${packed_by}\n`).join('');
}

/** Copies rows into a table like `packing`. */
async function copyRows(sql: Sql, rows: string): Promise<void> {
  const copy = await sql`copy copied (child, parent, packed_by) from stdin`.writable();
  await finished(copy.end(rows));
}

async function scanRates(stage: Stage, packed: readonly string[], bound: readonly string[], size: Size) {
  const from = (codes: readonly string[]) => {
    let next = 0;
    const nextBody = () => `{"code":"${codes[next++ % codes.length]}"}`;
    return { url: stage.url, path: '/api/consumer/scan', nextBody, connections };
  };
  const [ofPacked, ofBound] = [from(packed), from(bound)];
  const seconds = scanSeconds[size];
  await load({ ...ofPacked, seconds });
  await load({ ...ofBound, seconds });
  return alternate(scanRounds[size], {
    packed: async () => (await load({ ...ofPacked, seconds })).perSecond,
    bound: async () => (await load({ ...ofBound, seconds })).perSecond,
  });
}
