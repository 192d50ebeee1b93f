import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { largestPicture, type PictureSize } from '@suyuan/contract/picture.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Change } from '../audit/audit-log.ts';
import type { Config } from '../config/config.ts';
import type { Sql } from '../database/driver/sql.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import { badInput, type Problem, Refusal } from '../refusal.ts';
import { bucketStore } from './bucket.ts';
import { shrink } from './shrink.ts';
import { allSizes, folderStore, type PictureStore, pictureName } from './store.ts';
import { PictureSweep } from './sweep.ts';

const year = 365 * 24 * 3600;

/** Where pictures are stored: the bucket of the settings, or the data folder. */
export const storeOf = ({ pictures, dataDir }: Pick<Config, 'pictures' | 'dataDir'>): PictureStore =>
  pictures ? bucketStore(pictures) : folderStore(join(dataDir, 'pictures'));

/** Uploaded pictures. Those that no row refers to are deleted. */
export class Pictures {
  readonly #store: PictureStore;
  readonly #sweep: PictureSweep;

  constructor(sql: Sql, tables: Tables, config: Config) {
    this.#store = storeOf(config);
    this.#sweep = new PictureSweep(sql, tables, this.#store);
  }

  /** Stores a picture, and resolves to its hash and the dimensions of its full size. */
  async keep(file: Buffer, change: Change): Promise<{ hash: string; width: number; height: number }> {
    if (file.length > largestPicture) throw badInput({ path: 'file', reason: 'picture_too_large' });
    const hash = createHash('sha256').update(file).digest('hex');
    await change.changing('picture', hash);
    // Written through `change.system`, since pictures belong to no party. The change announces the row itself, above and
    // below.
    const picture = await sentAgain(change.system, hash);
    if (picture && (await isKept(this.#store, hash))) return { hash, ...picture };
    const { width, height, files } = await shrink(file);
    // Files are stored first: one without a row does no harm, but a row without its files would.
    for (const size of Object.keys(files) as PictureSize[]) await this.#store.put(pictureName(hash, size), files[size]);
    await change.system
      .insertInto('picture')
      .values({ hash, width, height })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    change.made('picture', hash);
    return { hash, width, height };
  }

  /** The bytes of a picture by the name of its file; undefined if there is none. */
  async bytes(name: string): Promise<Buffer | undefined> {
    return isName(name) ? this.#store.get(name) : undefined;
  }

  sweep(): Promise<void> {
    return this.#sweep.sweep();
  }
}

/** Serves pictures publicly; their URLs cannot be guessed. */
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

/** The dimensions of a picture uploaded again. The update locks its row, and waits for a sweep that may be deleting it. */
const sentAgain = (db: Kysely<Schema>, hash: string) =>
  db
    .updateTable('picture')
    .set({ sent_at: new Date() })
    .where('hash', '=', hash)
    .returning(['width', 'height'])
    .executeTakeFirst();

/** Whether all files of a picture exist; an interrupted sweep leaves rows without files. */
const isKept = async (store: PictureStore, hash: string): Promise<boolean> => {
  const sizes = await Promise.all(allSizes.map((size) => store.has(pictureName(hash, size))));
  return sizes.every(Boolean);
};

/** The hash of a picture, and the path of the input field with it. */
export interface NamedPicture {
  readonly hash: string;
  readonly path: string;
}

/** Throws 400 for pictures that do not exist. */
export async function requirePictures(db: Kysely<Schema>, pictures: readonly NamedPicture[]): Promise<void> {
  const problems = await missingPictures(db, pictures);
  if (problems.length > 0) throw badInput(...problems);
}

/** Problems for pictures that do not exist. The others are locked against deletion until the end of the change. */
export async function missingPictures(db: Kysely<Schema>, pictures: readonly NamedPicture[]): Promise<Problem[]> {
  if (pictures.length === 0) return [];
  const hashes = pictures.map(({ hash }) => hash);
  const rows = await db.selectFrom('picture').select('hash').where('hash', 'in', hashes).forKeyShare().execute();
  const existing = new Set(rows.map(({ hash }) => hash));
  return pictures.filter(({ hash }) => !existing.has(hash)).map(({ path }) => ({ path, reason: 'no_such_picture' }));
}

const isName = (name: string): boolean =>
  /^[0-9a-f]{64}(-[a-z]+)?\.webp$/.test(name) && allSizes.some((size) => pictureName(name.slice(0, 64), size) === name);
