import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { Sql } from 'postgres';
import type { Connection } from '../database/database.ts';

/** Bytes in one row. */
const piece = 2 ** 18;
/** How far packing goes before PostgreSQL. */
const ahead = { readableHighWaterMark: 4 * piece, writableHighWaterMark: 4 * piece };

/**
 * The files of jobs, as rows: a file is there exactly when its job is, on every server, and in every backup of the
 * database. What a job reads is kept packed.
 */
export class JobFiles {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Keeps the file that a job is to read, in the transaction that begins it. */
  async keep(transaction: Connection, job: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let position = 0;
    for await (const part of pieces(through(bytes, packer()))) {
      await transaction`
        insert into job_file_piece (job_id, file, position, bytes) values (${job}, 'original', ${position}, ${part})`;
      position += 1;
    }
  }

  /** A file from its beginning. No connection is held meanwhile. */
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

/** Level 1 is faster than the upload of what it packs, and makes less of it than gzip does. */
const packer = () =>
  createZstdCompress({ chunkSize: piece, params: { [constants.ZSTD_c_compressionLevel]: 1 }, ...ahead });

/** Files that were kept by an earlier version are packed with gzip. */
const unpackerOf = (head: Buffer): Transform =>
  head.readUInt16BE() === 0x1f8b ? createGunzip({ chunkSize: piece }) : createZstdDecompress({ chunkSize: piece });

async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

/** Bytes as they come out of a transformation. */
async function* through(bytes: AsyncIterable<Uint8Array>, transform: Transform): AsyncGenerator<Buffer> {
  const fed = pipeline(bytes, transform);
  // What goes wrong with the bytes is thrown by the transformation as well.
  fed.catch(() => {});
  try {
    yield* transform as AsyncIterable<Buffer>;
  } finally {
    transform.destroy();
  }
  await fed;
}

async function* pieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    gathered.push(chunk);
    length += chunk.length;
    if (length < piece) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(gathered);
}
