import { type Dialect, type Driver, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { Cursor } from './cursor.ts';
import type { Connection, Sql } from './sql.ts';

/** Kysely over the connections of a pool. */
export const kyselyDialect = (sql: Sql): Dialect =>
  new PostgresDialect({
    pool: poolOf(async () => {
      const connection = await sql.reserve();
      return clientOf(connection, () => connection.release(), true);
    }),
    cursor: Stream as never,
  });

/** Kysely on a connection whose transaction somebody else begins and ends. */
export class WithinTransaction extends PostgresDialect {
  constructor(connection: Connection) {
    super({ pool: poolOf(async () => clientOf(connection, () => {}, false)), cursor: Stream as never });
  }

  override createDriver(): Driver {
    const nothing = async () => {};
    return Object.assign(super.createDriver(), {
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
    });
  }
}

/** What Kysely makes of a query whose rows it reads as a stream. */
class Stream {
  readonly text: string;
  readonly parameters: readonly unknown[];

  constructor(text: string, parameters: readonly unknown[]) {
    this.text = text;
    this.parameters = parameters;
  }
}

const poolOf = (connect: PostgresPool['connect']): PostgresPool => ({ connect, end: async () => {}, options: {} });

const clientOf = (connection: Connection, release: () => void, isOwn: boolean): PostgresPoolClient =>
  ({
    query: (query: string | Stream, parameters: readonly unknown[] = []) =>
      query instanceof Stream
        ? new Cursor(connection, (name) => connection.unsafe(declaration(name, query.text), query.parameters), isOwn)
        : answer(connection, query, parameters),
    release,
  }) as unknown as PostgresPoolClient;

const declaration = (name: string, query: string): string => `declare ${name} no scroll cursor for ${query}`;

async function answer(connection: Connection, text: string, parameters: readonly unknown[]) {
  const rows = await connection.unsafe(text, parameters);
  return { command: rows.command, rowCount: rows.count, rows };
}
