import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { overloaded, Refusal } from '../refusal.ts';
import { badFile, type FileRow, threadLimits, tooMuchInFile, tooSlowToRead } from './file-limits.ts';
import type { Digesting, FromReader, ReadTask, ToReader } from './read-worker.ts';

/** Aborts the reading, when the client has disconnected. */
interface Leaving {
  readonly signal?: AbortSignal;
}

/**
 * Reads the rows of a table (XLSX, CSV) at a path, in batches on demand. It runs in a thread with limits on memory and time
 * and on everything that a file consists of (`file-limits.ts`), one file at a time per server. Invalid files are refused with
 * 400 or 413; their contents cause no other errors.
 */
export async function* readTableRows(
  path: string,
  maxLines: number,
  { signal }: Leaving = {},
): AsyncGenerator<readonly FileRow[]> {
  const leave = await takeSlot();
  try {
    yield* readInThread({ kind: 'table', path, maxLines }, { signal });
  } finally {
    leave();
  }
}

/**
 * Streams the first cells of each line of a TXT or CSV file, gzipped or not. It runs in such a thread, too, with memory that
 * does not grow with the file.
 */
export const readCodeRows = (
  bytes: AsyncIterable<Uint8Array>,
  maxLines: number,
  columns = 1,
): AsyncGenerator<readonly FileRow[]> => readInThread({ kind: 'codes', maxLines, columns }, { bytes });

/** Like `readCodeRows`, but a digest of each batch is made in the thread and yielded instead of the rows. */
export const digestCodeRows = <Digest>(
  bytes: AsyncIterable<Uint8Array>,
  digest: Digesting,
  maxLines: number,
  columns: number,
): AsyncGenerator<Digest> => readInThread({ kind: 'codes', maxLines, columns, digest }, { bytes });

/** The same for a table at a path. */
export async function* digestTableRows<Digest>(
  path: string,
  digest: Digesting,
  maxLines: number,
  { signal }: Leaving = {},
): AsyncGenerator<Digest> {
  const leave = await takeSlot();
  try {
    yield* readInThread({ kind: 'table', path, maxLines, digest }, { signal });
  } finally {
    leave();
  }
}

/** Waits until no other table is read, and resolves to the function that lets the next one in. Throws 503 if too many wait. */
export type TakeSlot = () => Promise<() => void>;

/** Reads one table at a time, since two would need twice the memory. */
const oneAtATime = pLimit(1);
/** The most files that may wait. */
const maxWaiting = 50;

/** The slot of this process. */
export const takeOwnSlot: TakeSlot = async () => {
  if (oneAtATime.pendingCount >= maxWaiting) throw overloaded(10);
  const { promise, resolve } = Promise.withResolvers<() => void>();
  void oneAtATime(() => new Promise<void>((leave) => resolve(leave)));
  return promise;
};

let takeSlot: TakeSlot = takeOwnSlot;

/** Has this thread take the slot of another thread of the process. */
export function takeSlotsFrom(other: TakeSlot): void {
  takeSlot = other;
}

interface Around {
  readonly bytes?: AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

/** Yields what the thread returns: rows or digests. */
async function* readInThread<Rows>(task: ReadTask, { bytes, signal }: Around): AsyncGenerator<Rows> {
  const thread = ReaderThread.begin(task, signal);
  const source = bytes?.[Symbol.asyncIterator]();
  try {
    // One batch is read ahead while the consumer handles the current one.
    for (let next = rowsFrom<Rows>(thread, source); ; ) {
      const rows = await next;
      if (!rows) return;
      next = rowsFrom<Rows>(thread, source);
      next.catch(() => {});
      yield rows;
    }
  } finally {
    await thread.end();
    await source?.return?.();
  }
}

/** The next rows, after sending the bytes that the thread requests for them; undefined at the end of the file. */
async function rowsFrom<Rows>(
  thread: ReaderThread,
  source: AsyncIterator<Uint8Array> | undefined,
): Promise<Rows | undefined> {
  let message = await thread.ask({ next: true });
  while ('wants' in message) {
    const piece = await source?.next();
    // A copy, since transferring an array transfers its whole buffer.
    const bytes = piece?.done === false ? new Uint8Array(piece.value) : undefined;
    message = await thread.ask({ bytes }, bytes && [bytes.buffer]);
  }
  if ('refused' in message) {
    const { status, code, reason, fields } = message.refused;
    throw new Refusal(status, code, reason, { fields });
  }
  if ('failed' in message) throw new Error(message.failed);
  return 'rows' in message ? (message.rows as Rows) : undefined;
}

/** How long a thread is kept for the next file of its kind, in milliseconds. */
const patience = 30_000;

/**
 * A thread that reads one file at a time and answers one question at a time. Only the time from question to answer counts against the
 * limit of a file. A thread that has read its file to the end is kept for the next one, since a new one takes a tenth of a second to
 * start and compiles everything anew; any other ends with its file.
 */
class ReaderThread {
  static readonly #idle = new Map<ReadTask['kind'], ReaderThread>();

  readonly #kind: ReadTask['kind'];
  readonly #worker: Worker;
  #signal: AbortSignal | undefined;
  readonly #leave = () => this.#settle(badFile('malformed'));
  #milliseconds = 0;
  #request: { answer: PromiseWithResolvers<FromReader>; since: number; timer: NodeJS.Timeout } | undefined;
  /** The reason why there are no more answers. */
  #over: Error | undefined;
  #hasReadAll = false;
  #dismissal: NodeJS.Timeout | undefined;

  static begin(task: ReadTask, signal: AbortSignal | undefined): ReaderThread {
    const idle = ReaderThread.#idle.get(task.kind);
    const thread = idle && !idle.#over ? idle : new ReaderThread(task.kind);
    ReaderThread.#idle.delete(task.kind);
    thread.#begin(task, signal);
    return thread;
  }

  private constructor(kind: ReadTask['kind']) {
    this.#kind = kind;
    this.#worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadLimits[kind].megabytes, maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.on('message', (message: FromReader) => this.#settle(message));
    this.#worker.on('error', (error: NodeJS.ErrnoException) =>
      this.#settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuchInFile() : error),
    );
    this.#worker.on('exit', () => {
      this.#settle(new Error('a reading thread ended'));
      if (ReaderThread.#idle.get(kind) === this) ReaderThread.#idle.delete(kind);
    });
  }

  #begin(task: ReadTask, signal: AbortSignal | undefined): void {
    clearTimeout(this.#dismissal);
    this.#worker.ref();
    this.#hasReadAll = false;
    this.#milliseconds = threadLimits[task.kind].seconds * 1000;
    this.#signal = signal;
    this.#worker.postMessage({ task } satisfies ToReader);
    if (signal?.aborted) this.#leave();
    signal?.addEventListener('abort', this.#leave, { once: true });
  }

  ask(question: ToReader, buffers: ArrayBuffer[] = []): Promise<FromReader> {
    if (this.#over) return Promise.reject(this.#over);
    const timer = setTimeout(() => this.#settle(tooSlowToRead()), this.#milliseconds);
    this.#request = { answer: Promise.withResolvers(), since: performance.now(), timer };
    this.#worker.postMessage(question, buffers);
    return this.#request.answer.promise;
  }

  /** Resolves when the thread has ended, or waits for its next file. */
  async end(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#leave);
    if (this.#hasReadAll && !this.#over && !ReaderThread.#idle.has(this.#kind)) return this.#wait();
    this.#settle(new Error('the reading is over'));
    await this.#worker.terminate();
  }

  #wait(): void {
    ReaderThread.#idle.set(this.#kind, this);
    this.#worker.unref();
    this.#dismissal = setTimeout(() => {
      ReaderThread.#idle.delete(this.#kind);
      void this.#worker.terminate();
    }, patience).unref();
  }

  #settle(message: FromReader | Error): void {
    const request = this.#request;
    this.#request = undefined;
    clearTimeout(request?.timer);
    if (message instanceof Error) {
      this.#over ??= message;
      request?.answer.reject(this.#over);
    } else if (request) {
      this.#milliseconds -= performance.now() - request.since;
      this.#hasReadAll = 'done' in message;
      request.answer.resolve(message);
    }
  }
}
