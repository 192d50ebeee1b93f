import type { Sql } from 'postgres';
import type { Connection } from '../database/database.ts';
import type { Tables } from '../database/table.ts';
import { allSizes, type PictureStore, pictureName } from './store.ts';

/** Pictures in one transaction. */
const batch = 100;

/** Forgets pictures that nothing shows, a day after they were sent last: a form that is open may still want them. */
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

  /** Who is about to show one of them waits for the end, or is waited for: what is locked by others is left for later. */
  #forget(hashes: readonly string[]): Promise<unknown> {
    return this.#sql.begin(async (sql) => {
      const locked = await sql<{ hash: string }[]>`
        select hash from picture where hash = any(${hashes as string[]}) for update skip locked`;
      const still = await unused(
        sql,
        this.#shown,
        locked.map(({ hash }) => hash),
      );
      // The files first: a row whose file is gone is found by the next sweep, a file without a row by none.
      for (const hash of still) {
        for (const size of allSizes) await this.#store.remove(pictureName(hash, size));
      }
      await sql`delete from picture where hash = any(${still})`;
    });
  }
}

/** A query of the hashes of all pictures that rows name, as the tables' facts say. */
const shownIn = (tables: Tables): string =>
  [...tables.values()]
    .flatMap(({ name, pictures = [] }) => pictures.map((hash) => `select ${hash} as hash from ${name}`))
    .join(' union all ');

/** Pictures, of these or of all, that no row names and that were not sent within a day. */
async function unused(sql: Connection, shown: string, among?: readonly string[]): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    with shown as (${sql.unsafe(shown)})
    select hash from picture
    where sent_at < now() - interval '1 day'
      and ${among ? sql`hash = any(${among as string[]})` : sql`true`}
      and not exists (select 1 from shown where shown.hash = picture.hash)
    order by sent_at`;
  return rows.map(({ hash }) => hash);
}
