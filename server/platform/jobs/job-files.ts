import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Connection } from '../database/database.ts';
import type { Sql } from '../database/driver/sql.ts';

/** The size of the piece in one row, in bytes. */
const piece = 2 ** 18;
/** How many bytes compression may be ahead of the database. */
const ahead = { readableHighWaterMark: 4 * piece, writableHighWaterMark: 4 * piece };

/**
 * The files of jobs, stored in rows: a file exists exactly as long as its job, is available on every server and part of every
 * backup of the database. The file that a job reads is stored compressed.
 */
export class JobFiles {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Stores the file that a job is to read, in the transaction that starts it. Resolves to the bytes that it takes. */
  async keep(transaction: Connection, job: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    let position = 0;
    let size = 0;
    for await (const part of pieces(through(bytes, packer()))) {
      await transaction`
        insert into job_file_piece (job_id, file, position, bytes) values (${job}, 'original', ${position}, ${part})`;
      position += 1;
      size += part.length;
    }
    return size;
  }

  /** Reads a file from its beginning, piece by piece, without holding a connection. */
  async *read(job: string, file: 'original' | 'refusals'): AsyncGenerator<Buffer> {
    const rows = this.#rows(job, file);
    if (file === 'refusals') return yield* rows;
    const { value: head, done } = await rows.next();
    if (!done) yield* through(joined(head, rows), unpackerOf(head));
  }

  async *#rows(job: string, file: 'original' | 'refusals'): AsyncGenerator<Buffer> {
    for (let after = -1; ; ) {
      const [row] = await this.#sql<{ position: number; bytes: Buffer }[]>`
        select position, bytes from job_file_piece where job_id = ${job} and file = ${file} and position > ${after}
        order by position limit 1`;
      if (!row) return;
      after = row.position;
      yield row.bytes;
    }
  }
}

/** Zstandard at level 1 is faster than an upload, and compresses better than gzip. */
const packer = () =>
  createZstdCompress({ chunkSize: piece, params: { [constants.ZSTD_c_compressionLevel]: 1 }, ...ahead });

/** Earlier versions compressed with gzip. */
const unpackerOf = (head: Buffer): Transform =>
  head.readUInt16BE() === 0x1f8b ? createGunzip({ chunkSize: piece }) : createZstdDecompress({ chunkSize: piece });

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** Pipes bytes through a transform stream. */
async function* through(bytes: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Buffer> {
  const transfer = pipeline(bytes, transform);
  // An error of the source is also thrown by the transform stream.
  transfer.catch(() => {});
  try {
    yield* transform as AsyncIterable<Buffer>;
  } finally {
    transform.destroy();
  }
  await transfer;
}

async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < piece) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}
