import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { type Benchmark, type BySize, inShort, median, perSecond, type Row } from '../harness.ts';
import { peakMemory, Stage } from '../stage/stage.ts';

/** A list that files are imported into. */
interface Target {
  readonly table: string;
  readonly path: string;
  readonly titles: string;
  readonly line: (n: number) => string;
}

const targets: readonly Target[] = [
  {
    table: 'product',
    path: '/api/base/products/import',
    titles: '产品编码,产品名称,规格,品类,保质期（天）,状态',
    line: (n) => `P-${n},原浆白酒 ${n} 号,500 mL,浓香型,${365 + (n % 700)},启用`,
  },
  {
    table: 'dealer',
    path: '/api/base/dealers/import',
    titles: '经销商编码,经销商名称,级别,上级经销商编码,销售区域,联系人,电话,详细地址',
    // Nine in ten buy from another dealer, and each sells in a county of Sichuan.
    line: (n) =>
      n % 10 === 0
        ? `D-${n},川南商贸 ${n} 号,一级,,四川省 泸州市,王伟,0830-${n},江阳路 ${n} 号`
        : `D-${n},川南商行 ${n} 号,二级,D-${n - (n % 10)},四川省 泸州市 江阳区,李娜,0830-${n},龙马潭路 ${n} 号`,
  },
];

/** The import of a long file including audit records, compared with COPY of the same rows into the same table. */
export const importing: Benchmark = {
  name: 'importing',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    for (const target of targets) yield* measured(stage, sql, target, linesOf[size]);
  },
};

const linesOf: BySize = { smallest: 3000, short: 5000, usual: 50_000, long: 50_000 };

async function* measured(stage: Stage, sql: Sql, target: Target, lines: number): AsyncGenerator<Row, void> {
  const file = [target.titles, ...Array.from({ length: lines }, (_, n) => target.line(n))].join('\n');
  const others = otherCalls(stage);
  const adding = perSecond(() => bringIn(stage, target, file, lines)).finally(others.stop);
  const memory = await peakMemory(stage.pid, adding);
  const [added, waits] = [await adding, await others.waits];
  const copied = await copyAgain(sql, target.table, lines);
  const again = await perSecond(() => bringIn(stage, target, file, lines));
  yield {
    name: `${target.table}s: ${inShort(lines)} lines`,
    ours: added,
    unit: 'lines/s',
    baselineName: 'COPY into the same indexed table',
    baseline: copied,
  };
  yield { name: `${target.table}s: the same file again`, ours: again, unit: 'lines/s' };
  yield { name: `${target.table}s: server memory meanwhile`, ours: memory / 2 ** 20, unit: 'MB' };
  yield { name: `${target.table}s: other calls meanwhile, median`, ours: median(waits), unit: 'ms' };
  yield { name: `${target.table}s: other calls meanwhile, slowest`, ours: Math.max(...waits), unit: 'ms' };
}

/** Imports a file and waits for the end; resolves to the number of its lines. */
async function bringIn(stage: Stage, { path }: Target, file: string, lines: number): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'lines.csv');
  const answer = await json(
    await fetch(`${stage.url}${path}?mode=all&existing=update`, { method: 'POST', headers: stage.headers, body: form }),
  );
  for (;;) {
    const progress = await json(await fetch(`${stage.url}/api/imports/progress?job=${answer.job}`, stage));
    if (progress.state === 'broken') throw new Error('the import broke off');
    if (progress.state === 'done') {
      if (progress.report.good !== lines) throw new Error(JSON.stringify(progress.report).slice(0, 1000));
      return lines;
    }
    await pause(50);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into here only
async function json(response: Response): Promise<any> {
  const body = (await response.json()) as { data: unknown };
  if (!response.ok) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Calls of another person during the import, one after another with a pause; resolves to the duration of each. */
function otherCalls(stage: Stage): { stop: () => void; waits: Promise<number[]> } {
  let going = true;
  const calls = async () => {
    const waits: number[] = [];
    while (going) {
      const begun = performance.now();
      await json(await fetch(`${stage.url}/api/base/brands/pagelist`, stage));
      waits.push(performance.now() - begun);
      await pause(20);
    }
    return waits;
  };
  return {
    waits: calls(),
    stop: () => {
      going = false;
    },
  };
}

/** Copies all rows of a table into an empty one with the same columns and indexes; resolves to rows per second. */
async function copyAgain(sql: Sql, table: string, lines: number): Promise<number> {
  const columns = (
    await sql<{ column_name: string }[]>`
      select column_name from information_schema.columns
      where table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`
  ).map(({ column_name }) => column_name);
  const texts = columns.map((name, index) => sql`${index > 0 ? sql`,` : sql``} ${sql(name)}::text`);
  const rows = (await sql`select ${texts} from ${sql(table)}`).map((row) => copyLine(Object.values(row))).join('');
  const copy = `${table}_copy`;
  await sql`create table ${sql(copy)} (like ${sql(table)} including all)`;
  const rate = await perSecond(async () => {
    await pipeline(Readable.from([rows]), await sql`copy ${sql(copy)} (${sql(columns)}) from stdin`.writable());
    return lines;
  });
  await sql`drop table ${sql(copy)}`;
  return rate;
}

/** A row as `copy` reads it. */
const copyLine = (values: readonly (string | null)[]): string =>
  `${values.map((value) => value?.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r') ?? '\\N').join('\t')}\n`;
