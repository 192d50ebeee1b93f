import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Bytes that only their person can read: encrypted with the person's data key (AES-GCM). */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

/** Somebody who has signed in on this handheld. Nothing of theirs is readable without their PIN or their password. */
export interface StoredPerson {
  /** The type and the name of the account. */
  readonly id: string;
  readonly name: string;
  readonly account_type: 1 | 2 | 3;
  readonly salt: Uint8Array<ArrayBuffer>;
  /** The data key, encrypted with a key from the PIN; undefined after too many wrong ones. */
  readonly wrappedKey: ArrayBuffer | undefined;
  /** The data key, encrypted with one that the server gives after a sign-in. */
  readonly recoverableKey: ArrayBuffer;
  /** The session and what belongs with it. */
  readonly sealed: Sealed;
  readonly wrongPins: number;
}

/** A scan, in the order in which it was made on this handheld. */
export interface StoredScan {
  readonly no: number;
  readonly id: string;
  readonly person: string;
  /** The task that it belongs to, such as `load/7`. */
  readonly task: string;
  /** When it was made by the clock of the handheld, in milliseconds. */
  readonly at: number;
  /** `spoiled`: it cannot be decrypted any more, and waits for its person to scan the goods again. */
  readonly state: 'waiting' | 'taken' | 'refused' | 'spoiled';
  /** What was scanned and, once there is one, the answer. */
  readonly sealed: Sealed;
}

/** A task as it was downloaded. */
export interface StoredTask {
  readonly person: string;
  readonly task: string;
  /** The head, for lists of tasks, and the whole snapshot. */
  readonly head: Sealed;
  readonly sealed: Sealed;
}

/** Codes of an act that needs several, as long as they are not all scanned. */
export interface StoredDraft {
  readonly person: string;
  readonly task: string;
  readonly sealed: Sealed;
}

/** A photo of what was inspected. */
export interface StoredPhoto {
  readonly id: string;
  readonly person: string;
  /** The number of the scan that it belongs to. */
  readonly scan: number;
  readonly at: number;
  /** Why the server does not take it. */
  readonly refused?: string;
  readonly sealed: Sealed;
}

interface Schema extends DBSchema {
  device: { key: 'id' | 'name'; value: string };
  people: { key: string; value: StoredPerson };
  tasks: { key: [person: string, task: string]; value: StoredTask };
  drafts: { key: [person: string, task: string]; value: StoredDraft };
  photos: { key: string; value: StoredPhoto; indexes: { 'by-person': string } };
  scans: {
    key: number;
    value: StoredScan;
    indexes: { 'by-state': [person: string, state: string]; 'by-task': [person: string, task: string] };
  };
}

export type HandheldDatabase = IDBPDatabase<Schema>;

let opening: Promise<HandheldDatabase> | undefined;

/** The database of this handheld. */
export const database = (): Promise<HandheldDatabase> => {
  opening ??= openDB<Schema>('handheld', 3, {
    upgrade: (db, before) => {
      db.createObjectStore('photos', { keyPath: 'id' }).createIndex('by-person', 'person');
      if (before < 2) db.createObjectStore('drafts', { keyPath: ['person', 'task'] });
      if (before > 0) return;
      db.createObjectStore('device');
      db.createObjectStore('people', { keyPath: 'id' });
      db.createObjectStore('tasks', { keyPath: ['person', 'task'] });
      const scans = db.createObjectStore('scans', { keyPath: 'no', autoIncrement: true });
      scans.createIndex('by-state', ['person', 'state']);
      scans.createIndex('by-task', ['person', 'task']);
    },
    // A newer version of the program, in another tab, changes how this is kept: that one goes on.
    blocking: () => location.reload(),
  });
  return opening;
};

/** The id of this handheld, made at its first start. */
export async function deviceId(): Promise<string> {
  const transaction = (await database()).transaction('device', 'readwrite');
  const known = await transaction.store.get('id');
  if (known) return known;
  const id = crypto.randomUUID();
  await transaction.store.put(id, 'id');
  await transaction.done;
  return id;
}

/** Asks the browser not to evict what is kept when it is short of space; whether it agrees. */
export async function keepForGood(): Promise<boolean> {
  return (await navigator.storage?.persisted()) || ((await navigator.storage?.persist()) ?? false);
}
