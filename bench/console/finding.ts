import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { searchText } from '@suyuan/server/platform/lists/search.ts';
import { type Benchmark, type BySize, inShort, median } from '../harness.ts';
import { Stage } from '../stage/stage.ts';

const rowsOfSize: BySize = { smallest: 2000, short: 12_000, usual: 100_000, long: 100_000 };
const rounds = 9;

/** Words that match all rows, some, few, one and none; by name, by pinyin and by number. */
const words = [
  '云泉',
  '典藏',
  '藏',
  'yqdc',
  'yunquan',
  '云泉 99',
  '99999',
  'p-077777',
  'O-050000',
  '张',
  'zhangwei',
  'e',
  '没有的',
  'no such thing',
];

/**
 * The search over all lists while somebody types, and the calls that the console polls: waiting work and unread notices. Times
 * are those of whole HTTP calls made one after another; for words, the slowest and the median are reported.
 */
export const finding: Benchmark = {
  name: 'finding',
  async *run(size) {
    const stage = await Stage.open();
    const rows = rowsOfSize[size];
    await fill(stage, stage.connect(), rows);
    const times = new Map<string, number>();
    for (const word of words) {
      times.set(word, await millisecondsOf(stage, `/api/find/records?${new URLSearchParams({ words: word })}`));
    }
    const [slowest, ours] = [...times].toSorted((one, other) => other[1] - one[1])[0] as [string, number];
    yield {
      name: `found among ${inShort(rows)} of each of six kinds, by “${slowest}”, the slowest of ${words.length}`,
      ours,
      unit: 'ms',
      target: 100,
      atMost: true,
    };
    yield {
      name: `the same, the middle of ${words.length}`,
      ours: median([...times.values()]),
      unit: 'ms',
      target: 50,
      atMost: true,
    };
    yield {
      name: `what waits and is unread, of ${inShort(rows)} notices and closures`,
      ours: await millisecondsOf(stage, '/api/notices/standing'),
      unit: 'ms',
      target: 20,
      atMost: true,
    };
  },
};

/** The median of some calls, without the first. */
async function millisecondsOf(stage: Stage, path: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now();
    const response = await fetch(stage.url + path, { headers: stage.headers });
    await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    times.push(performance.now() - begun);
  }
  return median(times.slice(1));
}

/** Inserts products, dealers, materials, people, orders of codes, work orders, notices, and closures without a request. */
async function fill(stage: Stage, sql: Sql, rows: number): Promise<void> {
  const { rule_id } = await stage.prepareOrders();
  const [product, dealer, material, person] = ['云泉·典藏 53°', '云泉商贸', '云泉山泉水', '张伟'].map((name) => ({
    name,
    text: searchText(name),
  })) as [Named, Named, Named, Named];
  await sql`
    insert into product (product_code, product_name, search_text)
    select 'P-' || lpad(n::text, 6, '0'), ${product.name}::text || n,
      'p-' || lpad(n::text, 6, '0') || ' ' || n || ' ' || ${product.text}::text
    from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into dealer (dealer_code, dealer_name, search_text)
    select 'D-' || n, ${dealer.name}::text || n, 'd-' || n || ' ' || ${dealer.text}::text
    from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into material (material_code, material_name, kind, search_text)
    select 'M-' || n, ${material.name}::text || n, 'raw', 'm-' || n || ' ' || ${material.text}::text
    from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into account (account_name, account_type, name, password_hash, search_text)
    select 'zw' || n, 1, ${person.name}::text || n, '', 'zw' || n || ' ' || ${person.text}::text
    from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into code_order (order_no, rule_id, quantity, first_id, last_id, created_by)
    select 'O-' || lpad(n::text, 6, '0'), ${rule_id}, 1, n * 10, n * 10, 1 from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into work_order (order_no, product_id, quantity, search_text, created_by)
    select 'WO' || n, (select min(id) from product), 1, 'wo' || n, 1 from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into code_closure (closure_no, scope, quantity, reason, closed_by)
    select 'C' || n, 'list', 1, 'recall', 1 from generate_series(1, ${rows}::int) n`;
  await sql`
    insert into notice (account_id, kind, read_at)
    select 1, 'job_done', case when n > 50 then now() end from generate_series(1, ${rows}::int) n`;
  await sql`vacuum analyze`;
}

interface Named {
  readonly name: string;
  readonly text: string;
}
