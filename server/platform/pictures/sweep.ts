import type { Sql } from 'postgres';
import type { Connection } from '../database/database.ts';
import { allSizes, type PictureStore, pictureName } from './store.ts';

/** Pictures in one transaction. */
const batch = 100;

/** Forgets pictures that nothing shows, a day after they were sent last: a form that is open may still want them. */
export class PictureSweep {
  readonly #sql: Sql;
  readonly #store: PictureStore;

  constructor(sql: Sql, store: PictureStore) {
    this.#sql = sql;
    this.#store = store;
  }

  async sweep(): Promise<void> {
    const hashes = await unused(this.#sql);
    for (let from = 0; from < hashes.length; from += batch) await this.#forget(hashes.slice(from, from + batch));
  }

  /** Who is about to show one of them waits for the end, or is waited for: what is locked by others is left for later. */
  #forget(hashes: readonly string[]): Promise<unknown> {
    return this.#sql.begin(async (sql) => {
      const locked = await sql<{ hash: string }[]>`
        select hash from picture where hash = any(${hashes as string[]}) for update skip locked`;
      const still = await unused(
        sql,
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

/** Pictures, of these or of all, that no row names and that were not sent within a day. */
async function unused(sql: Connection, among?: readonly string[]): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`
    with shown as (
      select unnest(pictures) as hash from product
      union all select value from product, jsonb_each_text(extension) where extension <> '{}'
      union all select logo from brand
      union all select logo from enterprise
      union all select picture from carousel_picture
      union all select block ->> 'picture' from scan_template, jsonb_array_elements(draft -> 'blocks') as block
      union all select block ->> 'picture' from scan_template_version, jsonb_array_elements(design -> 'blocks') as block
    )
    select hash from picture
    where sent_at < now() - interval '1 day'
      and ${among ? sql`hash = any(${among as string[]})` : sql`true`}
      and not exists (select 1 from shown where shown.hash = picture.hash)
    order by sent_at`;
  return rows.map(({ hash }) => hash);
}
