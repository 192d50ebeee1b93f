import { database, type Sealed, type StoredPerson } from '../storage/database.ts';
import { open, seal } from '../storage/sealing.ts';

// The key that opens a person's data after a sign-in is derived from one of the installation. If that was replaced, what is kept here
// cannot be read. It is kept under another name, since a backup may bring the key back, and nothing that was scanned is lost by itself.

const mark = '#';

export const isSetAside = (id: string): boolean => id.includes(mark);

/** Puts what is kept of a person aside. */
export async function setAside(known: StoredPerson): Promise<void> {
  const db = await database();
  const count = (await asideOf(known.id)).length;
  const id = `${known.id}${mark}${count + 1}`;
  const transaction = db.transaction(['people', 'scans', 'photos', 'drafts', 'tasks'], 'readwrite', {
    durability: 'strict',
  });
  await transaction.objectStore('people').put({ ...known, id, wrappedKey: undefined });
  await renamed(transaction.objectStore('scans'), known.id, (row) => ({ ...row, person: id }));
  await renamed(transaction.objectStore('photos'), known.id, (row) => ({ ...row, person: id }));
  // What can be downloaded or scanned again is not worth its place.
  for (const store of ['drafts', 'tasks'] as const) {
    const range = IDBKeyRange.bound([known.id, ''], [known.id, '\uffff']);
    await transaction.objectStore(store).delete(range);
  }
  await transaction.done;
}

/** Takes up what was set aside, as far as the server has its key again: it is encrypted with the key of now, and sent. */
export async function takeUp(
  id: string,
  dataKey: CryptoKey,
  keyOf: (aside: StoredPerson) => Promise<CryptoKey | undefined>,
): Promise<void> {
  const db = await database();
  for (const aside of await asideOf(id)) {
    const key = await keyOf(aside);
    if (!key) continue;
    const sealedAnew = <Row extends { readonly person: string; readonly sealed: Sealed }>(rows: readonly Row[]) =>
      Promise.all(
        rows
          .filter(({ person }) => person === aside.id)
          .map(async (row) => {
            // What cannot be decrypted any more is told of where it is read.
            const content = await open(key, row.sealed).catch(() => undefined);
            return { ...row, person: id, sealed: content ? await seal(dataKey, content) : row.sealed };
          }),
      );
    const scans = await sealedAnew(await db.getAll('scans'));
    const photos = await sealedAnew(await db.getAll('photos'));
    const transaction = db.transaction(['people', 'scans', 'photos'], 'readwrite', { durability: 'strict' });
    for (const row of scans) await transaction.objectStore('scans').put(row);
    for (const row of photos) await transaction.objectStore('photos').put(row);
    await transaction.objectStore('people').delete(aside.id);
    await transaction.done;
  }
}

/** How many scans of a person cannot be read. */
export async function scansSetAside(id: string): Promise<number> {
  const db = await database();
  let count = 0;
  for (const aside of await asideOf(id)) {
    count += await db.countFromIndex('scans', 'by-state', IDBKeyRange.bound([aside.id, ''], [aside.id, '\uffff']));
  }
  return count;
}

async function asideOf(id: string): Promise<StoredPerson[]> {
  const people = await (await database()).getAll('people');
  return people.filter((one) => one.id.startsWith(`${id}${mark}`));
}

interface Renamable<Row> {
  openCursor(): Promise<Cursor<Row> | null>;
}

interface Cursor<Row> {
  readonly value: Row;
  update(row: Row): Promise<unknown>;
  continue(): Promise<Cursor<Row> | null>;
}

async function renamed<Row extends { readonly person: string }>(
  store: Renamable<Row>,
  person: string,
  change: (row: Row) => Row,
): Promise<void> {
  for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
    if (cursor.value.person === person) await cursor.update(change(cursor.value));
  }
}
