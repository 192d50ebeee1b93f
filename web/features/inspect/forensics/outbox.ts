import type { InputOf } from '../../../../contract/call/call.ts';
import { forensicAdd, forensicPhotoAdd } from '../../../../contract/inspect/forensic-case.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { call } from '../../../core/api/call.ts';

/** What was photographed and is not with the server yet. It is kept in the browser, and outlives a closed page. */

export interface WaitingPhoto {
  readonly key: string;
  readonly name: string;
  readonly file: Blob;
}

export interface Waiting {
  readonly key: string;
  /** Whose it is: a phone may be handed on. */
  readonly account: string;
  readonly at: string;
  /** A case that is there already, or the facts of one that is to be made. */
  readonly caseId?: number;
  readonly facts?: Omit<InputOf<typeof forensicAdd>, 'draft_key'>;
  readonly photos: readonly WaitingPhoto[];
  /** Why the server did not take it: it is not sent again by itself. */
  readonly refused?: string;
}

const store = 'waiting';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('suyuan-evidence', 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath: 'key' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (waiting: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode);
      const request = work(transaction.objectStore(store));
      // What is kept is on the disk only when the transaction is over.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export const keep = (waiting: Waiting): Promise<unknown> => inStore('readwrite', (all) => all.put(waiting));
export const forget = (key: string): Promise<unknown> => inStore('readwrite', (all) => all.delete(key));
export const waitingOf = async (account: string): Promise<Waiting[]> => {
  const all = await inStore<Waiting[]>('readonly', (one) => one.getAll());
  return all.filter((one) => one.account === account).toSorted((a, b) => (a.at < b.at ? -1 : 1));
};

let sending: Promise<boolean> | undefined;

/** Sends what waits, in order, each once however often it is tried; says whether anything went. One at a time. */
export function send(account: string): Promise<boolean> {
  const run = async () => {
    let went = false;
    for (const waiting of await waitingOf(account)) {
      if (waiting.refused !== undefined) continue;
      const outcome = await sendOne(waiting);
      if (outcome === 'later') return went;
      went = true;
    }
    return went;
  };
  sending ??= run().finally(() => {
    sending = undefined;
  });
  return sending;
}

/** A photo is large, and the network bad. */
const patience = 120_000;

async function sendOne(waiting: Waiting): Promise<'sent' | 'refused' | 'later'> {
  const silent = { silent: true, timeoutMs: patience };
  try {
    const caseId = waiting.caseId ?? (await call(forensicAdd, { ...waiting.facts, draft_key: waiting.key }, silent)).id;
    let left = waiting.photos;
    for (const photo of waiting.photos) {
      const named = new File([photo.file], photo.name, { type: photo.file.type });
      await call(forensicPhotoAdd, { case_id: caseId, upload_key: photo.key }, { ...silent, file: named });
      left = left.filter((one) => one !== photo);
      await keep({ ...waiting, caseId, photos: left });
    }
    await forget(waiting.key);
    return 'sent';
  } catch (error) {
    if (!(error instanceof ApiError) || !isFinal(error)) return 'later';
    const [kept = waiting] = (await waitingOf(waiting.account)).filter(({ key }) => key === waiting.key);
    await keep({ ...kept, refused: error.message });
    return 'refused';
  }
}

/** Sending it again would be refused again. */
const isFinal = ({ statusCode }: ApiError): boolean =>
  statusCode >= 400 && statusCode < 500 && ![401, 403, 408, 429].includes(statusCode);
