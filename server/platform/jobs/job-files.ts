import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Sql } from 'postgres';
import type { Connection } from '../database/database.ts';

/** Bytes in one row. */
const piece = 2 ** 18;

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
    for await (const part of pieces(through(bytes, createGzip({ level: 1 })))) {
      await transaction`
        insert into job_file_piece (job_id, file, position, bytes) values (${job}, 'original', ${position}, ${part})`;
      position += 1;
    }
  }

  /** A file from its beginning. No connection is held meanwhile. */
  async *read(job: string, file: 'original' | 'refusals'): AsyncGenerator<Buffer> {
    const rows = this.#rows(job, file);
    yield* file === 'original' ? through(rows, createGunzip({ chunkSize: piece })) : rows;
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
