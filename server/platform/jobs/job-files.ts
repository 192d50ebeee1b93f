import type { Sql } from 'postgres';
import type { Connection } from '../database/database.ts';

/** Bytes in one row. */
const piece = 2 ** 20;

/**
 * The files of jobs, as rows: a file is there exactly when its job is, on every server, and in every backup of the
 * database.
 */
export class JobFiles {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Keeps the file that a job is to read, in the transaction that begins it. */
  async keep(transaction: Connection, job: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let position = 0;
    for await (const part of pieces(bytes)) {
      await transaction`
        insert into job_file_piece (job_id, file, position, bytes) values (${job}, 'original', ${position}, ${part})`;
      position += 1;
    }
  }

  /** A file from its beginning. No connection is held meanwhile. */
  async *read(job: string, file: 'original' | 'refusals'): AsyncGenerator<Buffer> {
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
