import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, inShort } from '../harness.ts';
import { load } from '../stage/load.ts';
import { Stage } from '../stage/stage.ts';

const issuedCodes: BySize = { smallest: 10_000, short: 300_000, usual: 1_000_000, long: 1_000_000 };
const scannedCodes: BySize = { smallest: 10_000, short: 100_000, usual: 2_000_000, long: 10_000_000 };
const secondsOf: BySize = { smallest: 0.2, short: 1, usual: 3, long: 10 };
const rounds: BySize = { smallest: 1, short: 3, usual: 5, long: 5 };
const connections = 64;
/** The most codes that are scanned, from anywhere in the order. */
const sampled = 200_000;

/** A consumer's scan in a large system, compared with a small one, and the disk space of an issued code. */
export const growth: Benchmark = {
  name: 'growth',
  async *run(size) {
    const [issued, scanned] = [issuedCodes[size], scannedCodes[size]];
    const large = await Site.open(100 * issued);
    await large.scanBefore(scanned);
    const small = await Site.open(issued);
    const seconds = secondsOf[size];
    await small.scan(Math.min(2, seconds));
    await large.scan(Math.min(2, seconds));
    const perScan = await alternate(rounds[size], {
      small: async () => 1e6 / (await small.scan(seconds)),
      large: async () => 1e6 / (await large.scan(seconds)),
    });
    yield {
      name: `scan, ${inShort(100 * issued)} issued, ${inShort(scanned)} scanned`,
      ours: perScan.large,
      unit: 'µs',
      baselineName: `${inShort(issued)} issued, none scanned`,
      baseline: perScan.small,
      target: 1.3,
      atMost: true,
    };
    yield { name: 'storage per issued code', ours: large.bytesPerCode, unit: 'bytes', target: 0.01, atMost: true };
  },
};

/** A system that has issued a quantity of codes in one order. */
class Site {
  readonly #stage: Stage;
  readonly #sql: Sql;
  readonly #codes: readonly string[];
  readonly bytesPerCode: number;
  #next = 0;

  static async open(quantity: number): Promise<Site> {
    const stage = await Stage.open();
    const sql = stage.connect();
    // Two database clusters share a disk, and one of them has just been filled, which its syncs would pay for, whatever its
    // size.
    await sql`alter system set synchronous_commit = off`;
    await sql`select pg_reload_conf()`;
    const order = await stage.prepareOrders();
    const size = async () => {
      await sql`checkpoint`;
      const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
      return Number(row?.bytes);
    };
    const before = await size();
    const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { ...order, quantity });
    const bytesPerCode = ((await size()) - before) / quantity;
    return new Site(stage, sql, await firstLines(await stage.download(id), sampled), bytesPerCode);
  }

  private constructor(stage: Stage, sql: Sql, codes: readonly string[], bytesPerCode: number) {
    this.#stage = stage;
    this.#sql = sql;
    this.#codes = codes;
    this.bytesPerCode = bytesPerCode;
  }

  /** Inserts past scans, spread evenly over the order. */
  async scanBefore(quantity: number): Promise<void> {
    await this.#sql`
      insert into scan_stat (code_id, scan_count, first_at, first_country, first_province, first_city, last_at)
      select o.first_id + n * (o.quantity / ${quantity}::bigint), 1, now(), '中国', '江苏省', '南京市', now()
      from code_order o cross join generate_series(0, ${quantity}::bigint - 1) n`;
    await this.#sql`
      insert into consumer_scan
        (code_id, scanned_at, code, verdict, nth, order_id, product_id, ip, country, province, city, device, os, browser)
      select code_id, now() - make_interval(secs => (${quantity}::bigint - n) * 3), 'bench', 'genuine', 1, null, product_id, '',
        '中国', '江苏省', '南京市', 'Vivo', 'Android 14', 'WeChat 8.0.50'
      from (
        select row_number() over (order by code_id) as n, code_id, (select id from product limit 1) as product_id from scan_stat
      ) s`;
    // In reality this happens over years, so scans must not pay for it here.
    await this.#sql`vacuum analyze scan_stat, consumer_scan`;
    await this.#sql`checkpoint`;
  }

  /** Measures scans per second. */
  async scan(seconds: number): Promise<number> {
    const nextBody = () => `{"code":"${this.#codes[this.#next++ % this.#codes.length]}"}`;
    const wish = { url: this.#stage.url, path: '/api/consumer/scan', nextBody, connections, seconds };
    return (await load(wish)).perSecond;
  }
}

async function firstLines(body: ReadableStream<Uint8Array>, most: number): Promise<string[]> {
  const lines: string[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    // Leaving the loop aborts the download.
    if (lines.length >= most) break;
  }
  return lines.slice(0, most);
}
