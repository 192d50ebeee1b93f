import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { alternate, type Benchmark, type BySize, inShort, perSecond } from '../harness.ts';
import { Stage } from '../stage/stage.ts';

const issuedCodes: BySize = { smallest: 100_000, short: 1_000_000, usual: 10_000_000, long: 10_000_000 };
const storedCodes: BySize = { smallest: 20_000, short: 300_000, usual: 1_000_000, long: 3_000_000 };
const rounds: BySize = { smallest: 1, short: 1, usual: 3, long: 3 };

/** Downloading an order's codes through HTTP, compared with storing random codes in a table with a unique index. */
export const issuing: Benchmark = {
  name: 'issuing',
  async *run(size) {
    const stage = await Stage.open();
    const sql = stage.connect();
    const order = await stage.prepareOrders();
    const stored = storedCodes[size];
    const result = await alternate(rounds[size], {
      issued: async () => {
        const quantity = issuedCodes[size];
        const { id } = await stage.call<{ id: number }>('/api/tagging/orders/add', { ...order, quantity });
        return perSecond(() => download(stage, id, quantity));
      },
      stored: () => store(sql, stored),
    });
    yield {
      name: 'issuing through HTTP to a file',
      ours: result.issued,
      unit: 'codes/s',
      baselineName: `COPY, unique index, ${inShort(stored)} rows`,
      baseline: result.stored,
      target: 20,
    };
  },
};

async function download(stage: Stage, orderId: number, quantity: number): Promise<number> {
  const path = join(stage.folder, 'codes.txt');
  const file = createWriteStream(path);
  const [response] = (await once(get(stage.downloadUrl(orderId), { headers: stage.headers }), 'response')) as [
    IncomingMessage,
  ];
  await pipeline(response, file);
  if (file.bytesWritten !== 17 * quantity) throw new Error(`the file has ${file.bytesWritten} bytes`);
  await rm(path);
  return quantity;
}

/** Fills an empty table with random codes of 16 digits; resolves to rows per second of the last million or fewer. */
async function store(sql: Sql, quantity: number): Promise<number> {
  await sql`drop table if exists stored_code`;
  await sql`create table stored_code (code text primary key)`;
  const piece = Math.min(quantity, 1_000_000);
  let rate = 0;
  for (let count = 0; count < quantity; count += piece) {
    const lines = randomLines(piece);
    rate = await perSecond(async () => {
      const copy = await sql`copy stored_code from stdin`.writable();
      await pipeline(Readable.from(lines), copy);
      return piece;
    });
  }
  return rate;
}

/** Generated beforehand, so that the measurement does not include the random generator. */
function randomLines(count: number): Buffer[] {
  const chunk = 10_000;
  return Array.from({ length: count / chunk }, () => {
    const random = randomBytes(16 * chunk);
    const lines = Buffer.alloc(17 * chunk, '\n');
    for (let n = 0, at = 0; n < chunk; n++, at++) {
      for (let i = 0; i < 16; i++) lines[at++] = 48 + ((random[16 * n + i] as number) % 10);
    }
    return lines;
  });
}
