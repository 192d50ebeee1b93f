import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { product } from '@suyuan/contract/base/product/product.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type BatchAction, type BatchReport, maxAtOnce, singleOf } from '@suyuan/contract/thing/batch.ts';
import { type ExportFormat, exportFormats } from '@suyuan/contract/thing/list.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { readTable } from '@suyuan/server/platform/imports/lines/table-file.ts';
import { searchText } from '@suyuan/server/platform/lists/search.ts';
import { alternate, type Benchmark, type BySize, inShort, perSecond, type Row } from '../harness.ts';
import { Stage } from '../stage/stage.ts';

const rowsOfSize: BySize = { smallest: 5000, short: 10_000, usual: 100_000, long: 100_000 };
/** How many of the rows that a batch could take are changed one by one: their rate needs no more. */
const singles: BySize = { smallest: 20, short: 100, usual: maxAtOnce, long: maxAtOnce };
const rounds: BySize = { smallest: 1, short: 1, usual: 3, long: 3 };
/** Every product whose id is a multiple of this has a work order, so it cannot be deleted. */
const usedOfEach = 100;

/** The actions of the selection bar, in the order in which they are measured. */
const actions: readonly BatchAction[] = ['disable', 'enable', 'delete'];

/**
 * Actions on selected rows of a long list by the batch call: as many rows as one call takes, compared with single calls
 * for as many other rows, one after another; and the export of all rows. Every report, the rows themselves and every file are
 * verified.
 */
export const batching: Benchmark = {
  name: 'batching',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const rows = rowsOfSize[size];
    await fill(sql, rows);
    for (const format of exportFormats) yield exported(stage, format, rows);
    for (const action of actions)
      yield* measureAction(stage, sql, action, { rows, rounds: rounds[size], singles: singles[size] });
  },
};

async function fill(sql: Sql, rows: number): Promise<void> {
  const name = '云泉·典藏 53°';
  await sql`
    insert into product (product_code, product_name, spec, category, search_text)
    select 'P-' || lpad(n::text, 6, '0'), ${name}::text || n, '500 mL', '浓香型',
      'p-' || lpad(n::text, 6, '0') || ' ' || ${searchText(name)}::text
    from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into work_order (order_no, product_id, quantity, search_text, created_by)
    select 'WO' || id, id, 1, 'wo' || id, 1 from product where id % ${usedOfEach} = 0`;
  await sql`vacuum analyze`;
}

const codeOf = (n: number): string => `P-${`${n}`.padStart(6, '0')}`;

async function exported(stage: Stage, format: ExportFormat, rows: number): Promise<Row> {
  const path = join(stage.folder, `products.${format}`);
  const query = new URLSearchParams({ format, sort: 'product_code' });
  const ours = await perSecond(async () => {
    const response = await fetch(`${stage.url}${product.export.path}?${query}`, stage);
    if (!response.ok) throw new Error(`${format}: ${response.status} ${await response.text()}`);
    await writeFile(path, response.body as ReadableStream);
    return rows;
  });
  await requireWholeFile(path, rows);
  return {
    name: `${inShort(rows)} products as ${format.toUpperCase()}`,
    ours,
    unit: 'rows/s',
    target: format === 'csv' ? 20_000 : 10_000,
  };
}

/** Throws unless the file has every product once and in order. */
async function requireWholeFile(path: string, rows: number): Promise<void> {
  const { lines } = await readTable(path, rows + 1);
  const wrong = lines.findIndex(({ cells }, at) => !cells.includes(codeOf(at + 1)));
  if (lines.length !== rows || wrong >= 0) throw new Error(`${path}: ${lines.length} rows, wrong from ${wrong}`);
}

async function* measureAction(
  stage: Stage,
  sql: Sql,
  action: BatchAction,
  { rows, rounds, singles }: { readonly rows: number; readonly rounds: number; readonly singles: number },
): AsyncGenerator<Row, void> {
  let page = 0;
  const timed = async (most: number, work: (chosen: readonly Chosen[]) => Promise<BatchReport['rows']>) => {
    const chosen = (await pageOf(stage, ++page)).slice(0, most);
    let rows: BatchReport['rows'] = [];
    const rate = await perSecond(async () => {
      rows = await work(chosen);
      return chosen.length;
    });
    await requireDone(sql, action, chosen, rows);
    return rate;
  };
  const { batch, single } = await alternate(rounds, {
    batch: () => timed(maxAtOnce, (chosen) => byBatch(stage, action, chosen)),
    single: () => timed(singles, (chosen) => bySingleCalls(stage, action, chosen)),
  });
  const name = `${action} ${maxAtOnce} of ${inShort(rows)} products by one call`;
  const baseline = { baselineName: 'single calls, one by one', baseline: single };
  yield { name, ours: batch, unit: 'rows/s', ...baseline, target: 1.5 };
  yield {
    name: `time to ${action} ${maxAtOnce} products`,
    ours: maxAtOnce / batch,
    unit: 's',
    target: 3,
    atMost: true,
  };
}

/** A row of the list. */
interface Chosen {
  readonly id: number;
  readonly updated_at: string;
}

/** The rows of a page, which has as many as one batch takes. */
async function pageOf(stage: Stage, page: number): Promise<readonly Chosen[]> {
  const query = new URLSearchParams({ page: `${page}`, size: `${maxAtOnce}`, sort: 'product_code' });
  const response = await fetch(`${stage.url}${product.page.path}?${query}`, stage);
  const { data } = (await response.json()) as { data: { rows: Chosen[] } };
  if (data.rows.length !== maxAtOnce) throw new Error(`page ${page} has ${data.rows.length} rows`);
  return data.rows;
}

/** Makes the batch call like `useBatch` of the console. */
async function byBatch(stage: Stage, action: BatchAction, chosen: readonly Chosen[]): Promise<BatchReport['rows']> {
  const rows = chosen.map(({ id, updated_at }) => ({ id, updated_at }));
  const report = await stage.call<BatchReport>(product.batch.path, { action, rows });
  const count = report.rows.filter(({ refused }) => refused === null).length;
  if (report.done !== count) throw new Error(`${report.done} done, ${count} told of`);
  return report.rows;
}

/** The same by calls for single rows, with an equivalent report. */
async function bySingleCalls(stage: Stage, action: BatchAction, chosen: readonly Chosen[]) {
  const { path } = singleOf(action, { update: product.update, remove: product.remove });
  const headers = { 'content-type': 'application/json', ...stage.headers };
  const rows: BatchReport['rows'] = [];
  for (const { id, updated_at } of chosen) {
    const input = action === 'delete' ? { id } : { id, updated_at, status: `${action}d` };
    const response = await fetch(stage.url + path, { method: 'POST', headers, body: JSON.stringify(input) });
    const { code, message } = (await response.json()) as { code: number; message: string };
    rows.push({ id, refused: response.ok ? null : { code, message } });
  }
  return rows;
}

/** Throws unless the report has each row in its place and agrees with the database; only deleting used products is refused. */
async function requireDone(sql: Sql, action: BatchAction, chosen: readonly Chosen[], rows: BatchReport['rows']) {
  const ids = chosen.map(({ id }) => id);
  const products = await sql<{ id: string; status: string }[]>`select id, status from product where id = any(${ids})`;
  const statuses = new Map(products.map(({ id, status }) => [Number(id), status]));
  chosen.forEach(({ id }, at) => {
    const isRefused = action === 'delete' && id % usedOfEach === 0;
    const status = action === 'delete' ? (isRefused ? 'enabled' : undefined) : `${action}d`;
    const one = rows[at];
    const isTold = one?.id === id && one.refused?.code === (isRefused ? ErrorCode.conflict : undefined);
    if (!isTold || statuses.get(id) !== status) {
      throw new Error(`${action} of ${id}: ${JSON.stringify(one)}, and it is ${statuses.get(id)}`);
    }
  });
}
