import type { Connection } from '../database/database.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { Tables } from '../database/table.ts';
import { allSizes, type PictureStore, pictureName } from './store.ts';

/** The number of pictures deleted per transaction. */
const batch = 100;

/** Deletes pictures that no row refers to, one day after their last upload; until then an open form may still use them. */
export class PictureSweep {
  readonly #sql: Sql;
  readonly #store: PictureStore;
  readonly #shown: string;

  constructor(sql: Sql, tables: Tables, store: PictureStore) {
    this.#sql = sql;
    this.#store = store;
    this.#shown = shownIn(tables);
  }

  async sweep(): Promise<void> {
    const hashes = await unused(this.#sql, this.#shown);
    for (let from = 0; from < hashes.length; from += batch) await this.#forget(hashes.slice(from, from + batch));
  }

  /** Deletes pictures that are still unused. Rows locked by others, who may refer to them, are left for later. */
  #forget(hashes: readonly string[]): Promise<unknown> {
    return this.#sql.begin(async (sql) => {
      const rows = await sql<{ hash: string }[]>`
        select hash from picture where hash = any(${hashes as string[]}) for update skip locked`;
      const still = await unused(
        sql,
        this.#shown,
        rows.map(({ hash }) => hash),
      );
      // Files are deleted first: the next sweep finds a row without files, but nothing finds files without a row.
      for (const hash of still) {
        for (const size of allSizes) await this.#store.remove(pictureName(hash, size));
      }
      await sql`delete from picture where hash = any(${still})`;
    });
  }
}

/** A query for the hashes of all pictures that rows refer to, according to the facts of the tables. */
const shownIn = (tables: Tables): string =>
  [...tables.values()]
    .flatMap(({ name, pictures = [] }) => pictures.map((hash) => `select ${hash} as hash from ${name}`))
    .join(' union all ');

/** The unused pictures, optionally among given ones, that were not uploaded within a day. */
async function unused(sql: Connection, query: string, among?: readonly string[]): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    with shown as (${sql.unsafe(query)})
    select hash from picture
    where sent_at < now() - interval '1 day'
      and ${among ? sql`hash = any(${among as string[]})` : sql`true`}
      and not exists (select 1 from shown where shown.hash = picture.hash)
    order by sent_at`;
  return rows.map(({ hash }) => hash);
}
