import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { forensicAdd, forensicPhotoAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { markWaiting } from './outboxMark.ts';

/**
 * The outbox: cases and inspections that were not sent to the server yet. They are stored in IndexedDB, so that they survive
 * closing the page. Each has an idempotency key, so that the server stores it once even if it is sent repeatedly.
 */

export interface WaitingPhoto {
  readonly key: string;
  readonly name: string;
  readonly file: Blob;
}

interface Kept {
  readonly key: string;
  /** The account of the owner, because a phone may be handed on. */
  readonly account: string;
  readonly at: string;
  /** Why the server refused it; a refused entry is not sent again automatically. */
  readonly refused?: string;
}

export interface WaitingCase extends Kept {
  /** The id of an existing case, or the facts of a new one. */
  readonly caseId?: number;
  readonly facts?: Omit<InputOf<typeof forensicAdd>, 'draft_key'>;
  readonly photos: readonly WaitingPhoto[];
}

export interface WaitingInspection extends Kept {
  readonly inspection: Omit<InputOf<typeof inspectAdd>, 'upload_key'>;
}

export type Waiting = WaitingCase | WaitingInspection;
export const isInspection = (waiting: Waiting): waiting is WaitingInspection => 'inspection' in waiting;

export type InspectAnswer = OutputOf<typeof inspectAdd>;

const store = 'waiting';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('suyuan-evidence', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
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
      // The data are on the disk only after the transaction has completed.
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export async function keep(waiting: Waiting): Promise<void> {
  await inStore('readwrite', (all) => all.put(waiting));
  markWaiting(true);
}

export async function forget(key: string): Promise<void> {
  await inStore('readwrite', (all) => all.delete(key));
  markWaiting((await inStore('readonly', (all) => all.count())) > 0);
}

export const waitingOf = async (account: string): Promise<Waiting[]> => {
  const all = await inStore<Waiting[]>('readonly', (one) => one.getAll());
  return all.filter((one) => one.account === account).toSorted((a, b) => (a.at < b.at ? -1 : 1));
};

/** The result for an entry: sent, for an inspection with its answer, or finally refused. */
export interface Went {
  /** Its code or its place. */
  readonly what: string;
  readonly answer?: InspectAnswer | undefined;
  readonly refused?: string;
}

const whatOf = (waiting: Waiting): string =>
  isInspection(waiting) ? waiting.inspection.code : (waiting.facts?.place ?? waiting.facts?.code ?? '');

let sending: Promise<readonly Went[]> | undefined;

/**
 * Sends the entries in order and returns their results. Only one run is active: a concurrent call waits for it and returns an
 * empty list.
 */
export function send(account: string): Promise<readonly Went[]> {
  if (sending) return sending.then(() => []);
  const run = async () => {
    const went: Went[] = [];
    for (const waiting of await waitingOf(account)) {
      if (waiting.refused !== undefined) continue;
      const one = await sendOne(waiting);
      if (one === 'later') return went;
      went.push(one);
    }
    return went;
  };
  sending = run().finally(() => {
    sending = undefined;
  });
  return sending;
}

/** The timeout for uploading a photo over a slow network. */
const patience = 120_000;

const silent = { silent: true, timeoutMs: patience };

async function sendOne(waiting: Waiting): Promise<Went | 'later'> {
  try {
    const answer = await (isInspection(waiting) ? sendInspection(waiting) : sendCase(waiting));
    await forget(waiting.key);
    return { what: whatOf(waiting), answer };
  } catch (error) {
    if (!isFinal(error)) return 'later';
    const [entry = waiting] = (await waitingOf(waiting.account)).filter(({ key }) => key === waiting.key);
    await keep({ ...entry, refused: error.message });
    return { what: whatOf(waiting), refused: error.message };
  }
}

export const sendInspection = ({ inspection, key }: WaitingInspection): Promise<InspectAnswer> =>
  call(inspectAdd, { ...inspection, upload_key: key }, silent);

async function sendCase(waiting: WaitingCase): Promise<undefined> {
  const caseId = waiting.caseId ?? (await call(forensicAdd, { ...waiting.facts, draft_key: waiting.key }, silent)).id;
  let rest = waiting.photos;
  for (const photo of waiting.photos) {
    const file = new File([photo.file], photo.name, { type: photo.file.type });
    await call(forensicPhotoAdd, { case_id: caseId, upload_key: photo.key }, { ...silent, file });
    rest = rest.filter((one) => one !== photo);
    await keep({ ...waiting, caseId, photos: rest });
  }
}

/** Whether sending it again would be refused again. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.statusCode >= 400 &&
  error.statusCode < 500 &&
  ![401, 403, 408, 429].includes(error.statusCode);
