import { setTimeout as wait } from 'node:timers/promises';
import { type Benchmark, type BySize, inShort } from '../harness.ts';
import { peakMemory, Stage } from '../stage/stage.ts';

const orderedCodes: BySize = { smallest: 100_000, short: 2_000_000, usual: 10_000_000, long: 10_000_000 };
/** A slow reader: the server must wait for it, not buffer what it has computed. */
const bytesPerSecond = 40_000_000;

/** The cost of a large order of codes: the server's memory during the download, and disk space in the database. */
export const memory: Benchmark = {
  name: 'memory',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const quantity = orderedCodes[size];
    const bytesStored = async () => {
      await sql`checkpoint`;
      const [row] = await sql<{ size: string }[]>`select pg_database_size(current_database()) as size`;
      return Number(row?.size);
    };
    const order = await stage.prepareOrders();
    // The first order allocates the tables' first pages.
    await stage.call('/api/tagging/orders/add', { ...order, quantity: 1 });
    const before = await bytesStored();
    const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { ...order, quantity });
    const after = await bytesStored();
    const most = await peakMemory(stage.pid, readSlowly(await stage.download(id), quantity));
    yield {
      name: `server memory while ${inShort(quantity)} codes are read slowly`,
      ours: most / 2 ** 20,
      unit: 'MB',
      target: 300,
      atMost: true,
    };
    yield {
      name: 'stored for an issued code',
      ours: (after - before) / quantity,
      unit: 'bytes',
      target: 0.01,
      atMost: true,
    };
  },
};

async function readSlowly(stream: ReadableStream<Uint8Array>, quantity: number): Promise<void> {
  const begun = performance.now();
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    const early = (bytes / bytesPerSecond) * 1000 - (performance.now() - begun);
    if (early > 2) await wait(early);
  }
  if (bytes !== 17 * quantity) throw new Error(`the download had ${bytes} bytes`);
}
