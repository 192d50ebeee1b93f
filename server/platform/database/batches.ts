import { Cursor } from './driver/cursor.ts';
import type { Query, Row, Sql } from './driver/sql.ts';

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
