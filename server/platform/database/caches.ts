import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Sql } from './driver/sql.ts';
import { ksql, type Schema } from './schema.ts';
import type { Tables } from './table.ts';

const channel = 'cached_tables';

interface Cache {
  readonly tables: readonly string[];
  readonly reload: () => Promise<void>;
}

/**
 * Keeps what servers hold in memory of tables up to date (cache invalidation). The table says that it is cached, and every change
 * that writes it tells all servers: a writer cannot forget it.
 */
export class Caches {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  readonly #tables: Tables;
  readonly #caches: Cache[] = [];

  constructor({ sql, log, tables }: { sql: Sql; log: FastifyBaseLogger; tables: Tables }) {
    this.#sql = sql;
    this.#log = log;
    this.#tables = tables;
  }

  /**
   * Reloads a cache of these tables now, whenever one of them is written, and after the connection was lost. Throws if the facts of
   * a table do not say that it is cached.
   */
  async keep(tables: readonly (keyof Schema)[], reload: () => Promise<void>): Promise<void> {
    for (const table of tables) {
      if (!this.#tables.get(table)?.cached)
        throw new Error(`The facts of the table ${table} must declare it as cached`);
    }
    const again = () => void reload().catch((error) => this.#log.error(error, `reading ${tables.join(', ')} failed`));
    await this.#sql.listen(
      channel,
      (names) => {
        if (names.split(' ').some((table) => tables.some((one) => one === table))) again();
      },
      again,
    );
    this.#caches.push({ tables, reload });
    await reload();
  }

  /** Reloads the caches of this server, so that whoever changed a row sees it by the answer. */
  async reload(names: readonly string[]): Promise<void> {
    const caches = this.#caches.filter(({ tables }) => tables.some((table) => names.includes(table)));
    await Promise.all(caches.map(({ reload }) => reload()));
  }
}

/** Tells all servers of written tables that are cached, once the transaction commits; returns those tables. */
export async function tellCaches(
  transaction: Kysely<Schema>,
  tables: Tables,
  names: Iterable<string>,
): Promise<readonly string[]> {
  const cached = [...new Set(names)].filter((table) => tables.get(table)?.cached);
  if (cached.length > 0) await ksql`select pg_notify(${channel}, ${cached.join(' ')})`.execute(transaction);
  return cached;
}
