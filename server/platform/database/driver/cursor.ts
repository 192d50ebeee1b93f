import type { Connection, Query, Row, Sql } from './sql.ts';

/** How many cursors were opened: two on one connection have different names. */
let count = 0;

/**
 * Reads the rows of a query some at a time. Outside of a transaction it makes one of its own, because a cursor of SQL ends with
 * its transaction.
 */
export class Cursor<One extends object = Row> {
  readonly #connection: Connection;
  readonly #isOwn: boolean;
  readonly #name = `batch_${++count}`;
  readonly #opened: Promise<unknown>;

  constructor(connection: Connection, declared: (name: string) => PromiseLike<unknown>, isOwn: boolean) {
    this.#connection = connection;
    this.#isOwn = isOwn;
    this.#opened = Promise.all([isOwn ? connection`begin` : undefined, declared(this.#name)]);
    // Reading tells the error.
    this.#opened.catch(() => {});
  }

  /** The next rows, at most so many; none at the end. */
  async read(size: number): Promise<One[]> {
    await this.#opened;
    return this.#connection.unsafe<One[]>(`fetch ${size} from ${this.#name}`);
  }

  async close(): Promise<void> {
    // Nothing was written. If the connection was lost, or the transaction has failed, the cursor is gone already.
    await this.#connection.unsafe(this.#isOwn ? 'rollback' : `close ${this.#name}`).catch(() => {});
  }
}

/** Yields the rows of a query some at a time. */
export async function* inBatches<One extends object = Row>(
  sql: Sql,
  query: Query<One[]>,
  size: number,
): AsyncGenerator<readonly One[]> {
  const connection = await sql.reserve();
  const declared = (name: string) => connection`declare ${connection(name)} no scroll cursor for ${query}`;
  const cursor = new Cursor<One>(connection, declared, true);
  try {
    for (;;) {
      const rows = await cursor.read(size);
      if (rows.length === 0) break;
      yield rows;
    }
  } finally {
    await cursor.close();
    connection.release();
  }
}
