import { setTimeout as wait } from 'node:timers/promises';
import { openSql } from '../../server/platform/database/driver/open-sql.ts';
import type { Benchmark } from '../harness.ts';
import { mostMemory } from '../stage/resident.ts';
import { Stage } from '../stage/stage.ts';

const quantity = 10_000_000;
/** A slow reader: the server must wait for it, not buffer what it has computed. */
const bytesPerSecond = 40_000_000;

/** The cost of an order of ten million codes: the server's memory during the download, and disk space in the database. */
export const memory: Benchmark = {
  name: 'memory',
  async run() {
    const stage = await Stage.open();
    const sql = openSql(stage.databaseUrl, { max: 1 });
    const size = async () => {
      await sql`checkpoint`;
      const [row] = await sql<{ size: string }[]>`select pg_database_size(current_database()) as size`;
      return Number(row?.size);
    };
    try {
      const order = await stage.prepareOrders();
      // The first order allocates the tables' first pages.
      await stage.call('/api/tagging/orders/add', { ...order, quantity: 1 });
      const before = await size();
      const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { ...order, quantity });
      const after = await size();
      const most = await mostMemory(stage.pid, readSlowly(await stage.download(id)));
      return [
        {
          name: 'server memory while 10 M codes are read slowly',
          ours: most / 2 ** 20,
          unit: 'MB',
          target: 300,
          atMost: true,
        },
        {
          name: 'stored for an issued code',
          ours: (after - before) / quantity,
          unit: 'bytes',
          target: 0.01,
          atMost: true,
        },
      ];
    } finally {
      await sql.end();
      await stage.close();
    }
  },
};

async function readSlowly(stream: ReadableStream<Uint8Array>): Promise<void> {
  const begun = performance.now();
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    const early = (bytes / bytesPerSecond) * 1000 - (performance.now() - begun);
    if (early > 2) await wait(early);
  }
  if (bytes !== 17 * quantity) throw new Error(`the download had ${bytes} bytes`);
}
