import type { Sql } from 'postgres';
import { WarningWatch } from '../server/modules/inspect/warning/warning-watch.ts';
import postgres from '../server/platform/database/postgres.ts';
import { alternate, type Benchmark } from './harness.ts';
import { load } from './load.ts';
import { Stage } from './stage.ts';

const connections = 64;
/** Codes that are copied: each is seen in three provinces within minutes, which are two causes. */
const copied = 5000;

/** What looking at scans for warnings costs the scans, and how fast warnings are told when there is cause. */
export const warning: Benchmark = {
  name: 'warning',
  async run({ long }) {
    const stage = await Stage.open();
    const sql = postgres(stage.databaseUrl, {
      max: 2,
      onnotice: () => {},
      types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    }) as Sql;
    try {
      const order = await stage.prepareOrders();
      const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { ...order, quantity: 200_000 });
      const codes = (await new Response(await stage.download(id)).text()).trimEnd().split('\n');
      let next = 0;
      const nextBody = () => `{"code":"${codes[next++ % codes.length]}"}`;
      const scans = { url: stage.url, path: '/api/consumer/scan', nextBody, connections, seconds: long ? 20 : 5 };
      await load({ ...scans, seconds: 2 });
      const rates = await alternate(long ? 7 : 5, {
        looked: async () => (await load(scans)).perSecond,
        unlooked: () => withoutLooking(sql, async () => (await load(scans)).perSecond),
      });
      return [
        {
          name: 'scans, while they are looked at for warnings',
          ours: rates.looked,
          unit: 'scans/s',
          baselineName: 'the same, unlooked at',
          baseline: rates.unlooked,
          target: 0.95,
        },
        { name: 'warnings told', ours: await warningsPerSecond(sql), unit: 'warnings/s' },
      ];
    } finally {
      await sql.end();
      await stage.close();
    }
  },
};

/** Holds what a server takes before it looks, and has what came meanwhile counted as looked at. */
async function withoutLooking<Result>(sql: Sql, work: () => Promise<Result>): Promise<Result> {
  return sql.begin(async (held) => {
    await held`select 1 from warning_cursor for update`;
    const result = await work();
    await held`update warning_cursor set read_until = clock_timestamp()`;
    return result;
  }) as Promise<Result>;
}

async function warningsPerSecond(sql: Sql): Promise<number> {
  const before = await told(sql);
  await sql`
    insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
    select c.n, now(), 'c' || c.n, 'repeated', p.n, '192.0.' || p.n || '.1', '中国', p.name, '', 'd', 'o', 'b'
    from generate_series(1, ${copied}::int) as c (n)
    cross join (values (2, '北京'), (3, '云南省'), (4, '广东省')) as p (n, name)`;
  const begun = performance.now();
  const watch = new WarningWatch({ sql, waybillDealers: async () => new Map(), timeZone: () => 'UTC' });
  // The server looks as well: whichever comes first.
  while ((await told(sql)) - before < 2 * copied) await watch.look();
  return (2 * copied * 1000) / (performance.now() - begun);
}

const told = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from consumer_warning`;
  return row?.n ?? 0;
};
