import type { Sql } from '#platform/database/driver/sql.ts';
import type { Sweeping } from '#platform/jobs/sweeps.ts';

interface Parts {
  readonly sql: Sql;
  readonly timeZone: () => string;
}

/** Smaller tables are left alone. */
const minRows = 1_000_000;
/** Bytes of both indexes for each row: 29 if the pages are full. */
const maxBytes = 38;

/**
 * Compacts the indexes of `packing` at night. Each code rule adds codes at its own place in them, where PostgreSQL splits full
 * pages in halves that stay half full. The indexes stay in use meanwhile. On a cluster, where the table is empty on the
 * coordinator, this is left to its administrator (docs/operations.md).
 */
export class PackingIndexes implements Sweeping {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async sweep(): Promise<void> {
    if ((await this.#isNight()) && (await this.areLoose())) await this.compact();
  }

  /** Whether compacting is worthwhile, by the sizes and the number of rows that PostgreSQL keeps. */
  async areLoose(fewest = minRows): Promise<boolean> {
    const [row] = await this.#parts.sql<{ loose: boolean }[]>`
      select packing.reltuples >= ${fewest} and size > ${maxBytes} * packing.reltuples as loose
      from pg_class packing,
        lateral (select sum(pg_relation_size(indexrelid)) as size from pg_index where indrelid = packing.oid) indexes
      where packing.oid = 'packing'::regclass`;
    return row?.loose === true;
  }

  async compact(): Promise<void> {
    const { sql } = this.#parts;
    // Left by an earlier attempt that was interrupted.
    const unfinished = await sql<{ name: string }[]>`
      select relname as name from pg_index join pg_class on oid = indexrelid
      where indrelid = 'packing'::regclass and not indisvalid`;
    for (const { name } of unfinished) await sql`drop index concurrently ${sql(name)}`;
    await sql`reindex index concurrently packing_pkey`;
    await sql`reindex index concurrently packing_parent`;
  }

  async #isNight(): Promise<boolean> {
    const { sql, timeZone } = this.#parts;
    const [row] = await sql<{ hour: number }[]>`
      select extract(hour from now() at time zone ${timeZone()})::int as hour`;
    return row !== undefined && row.hour >= 2 && row.hour < 5;
  }
}
