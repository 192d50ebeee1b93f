import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Sql } from 'postgres';
import { ErrorCode } from '../../../contract/call/errors.ts';
import { largestPicture, type PictureSize } from '../../../contract/picture.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Config } from '../config/config.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import { badInput, type Problem, Refusal } from '../refusal.ts';
import { bucketStore } from './bucket.ts';
import { shrink } from './shrink.ts';
import { allSizes, folderStore, type PictureStore, pictureName } from './store.ts';
import { PictureSweep } from './sweep.ts';

const year = 365 * 24 * 3600;

/** The store that the settings ask for. */
const storeOf = ({ pictures, dataDir }: Config): PictureStore =>
  pictures ? bucketStore(pictures) : folderStore(join(dataDir, 'pictures'));

/** The pictures that people sent. Those that nothing shows are forgotten. */
export class Pictures {
  readonly #store: PictureStore;
  readonly #sweep: PictureSweep;

  constructor(sql: Sql, tables: Tables, config: Config) {
    this.#store = storeOf(config);
    this.#sweep = new PictureSweep(sql, tables, this.#store);
  }

  /** Takes a picture in; answers what it is known by, and its size as it is shown. */
  async keep(file: Buffer, change: Change): Promise<{ hash: string; width: number; height: number }> {
    if (file.length > largestPicture) throw badInput({ path: 'file', reason: 'picture_too_large' });
    const hash = createHash('sha256').update(file).digest('hex');
    await change.changing('picture', hash);
    // Pictures are everybody's, whoever sends them; what the change announces of them is above and below.
    const known = await sentAgain(change.system, hash);
    if (known && (await isKept(this.#store, hash))) return { hash, ...known };
    const { width, height, files } = await shrink(file);
    // Kept first: a picture without a row is in nobody's way, a row without its picture would be.
    for (const size of Object.keys(files) as PictureSize[]) await this.#store.put(pictureName(hash, size), files[size]);
    await change.system
      .insertInto('picture')
      .values({ hash, width, height })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    change.made('picture', hash);
    return { hash, width, height };
  }

  /** The bytes of a picture by the name it is kept as; undefined when there is none. */
  async bytes(name: string): Promise<Buffer | undefined> {
    return isName(name) ? this.#store.get(name) : undefined;
  }

  sweep(): Promise<void> {
    return this.#sweep.sweep();
  }
}

/** Gives pictures out to everybody under an address that nobody can guess. */
export function servePictures(app: FastifyInstance, pictures: Pictures): void {
  app.get<{ Params: { name: string } }>('/pictures/:name', async ({ params: { name } }, reply) => {
    const bytes = await pictures.bytes(name);
    if (!bytes) throw new Refusal(404, ErrorCode.notFound, { reason: 'not_found', params: { thing: 'picture' } });
    return reply
      .type('image/webp')
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(bytes);
  });
}

/** What is known of a picture that comes once more; locked before, for which a sweep that has it in hand is waited for. */
const sentAgain = (db: Kysely<Schema>, hash: string) =>
  db
    .updateTable('picture')
    .set({ sent_at: new Date() })
    .where('hash', '=', hash)
    .returning(['width', 'height'])
    .executeTakeFirst();

/** A sweep that was cut off leaves rows without their files. */
const isKept = async (store: PictureStore, hash: string): Promise<boolean> => {
  const kept = await Promise.all(allSizes.map((size) => store.has(pictureName(hash, size))));
  return kept.every(Boolean);
};

/** A picture, and the field of the input that names it. */
export interface NamedPicture {
  readonly hash: string;
  readonly path: string;
}

/** Refuses pictures that were never sent. */
export async function requirePictures(db: Kysely<Schema>, wished: readonly NamedPicture[]): Promise<void> {
  const problems = await missingPictures(db, wished);
  if (problems.length > 0) throw badInput(...problems);
}

/** The pictures that were never sent. The others stay at least until the change is done. */
export async function missingPictures(db: Kysely<Schema>, wished: readonly NamedPicture[]): Promise<Problem[]> {
  if (wished.length === 0) return [];
  const hashes = wished.map(({ hash }) => hash);
  const found = await db.selectFrom('picture').select('hash').where('hash', 'in', hashes).forKeyShare().execute();
  const known = new Set(found.map(({ hash }) => hash));
  return wished.filter(({ hash }) => !known.has(hash)).map(({ path }) => ({ path, reason: 'no_such_picture' }));
}

const isName = (name: string): boolean =>
  /^[0-9a-f]{64}(-[a-z]+)?\.webp$/.test(name) && allSizes.some((size) => pictureName(name.slice(0, 64), size) === name);
