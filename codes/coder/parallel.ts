import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CodeFormat } from '../format/format.ts';
import { hasWideHalves } from './body.ts';
import { createCoder, type Frame } from './coder.ts';
import type { EncodeResult, EncodeTask } from './encode-worker.ts';
import type { Pattern } from './torn.ts';

export interface EncodeOptions extends Frame {
  readonly format: CodeFormat;
  readonly key: Uint8Array;
  readonly start: number;
  readonly count: number;
  readonly signal?: AbortSignal;
  /** Codes in one chunk. */
  readonly chunkCodes?: number;
}

/** In milliseconds: cheaper work is done on the calling thread, which blocks others for that long. */
const worthThreads = 25;

/** A rough estimate of the milliseconds that `count` codes take on one thread of a small machine. */
export function encodingCost(format: CodeFormat, count: number): number {
  if (format.numbering === 'sequential') return count / 20_000;
  return count / (hasWideHalves(format) ? 1000 : 4000);
}

/** How many chunks a stream keeps pending, beyond one for each worker of the pool. */
const ahead = 2;

/**
 * The codes of `count` counters from `start`, in order, as chunks of bytes. Large orders are computed in worker threads;
 * at most a few chunks ahead of the reader, so that a slow reader costs no memory. Ends early when `signal` aborts.
 */
export async function* encodeChunks(options: EncodeOptions): AsyncGenerator<Uint8Array> {
  const { format, key, start, count, signal, chunkCodes = 65_536 } = options;
  const frame: Frame = {
    ...(options.lead ? { lead: options.lead } : {}),
    ...(options.terminator ? { terminator: options.terminator } : {}),
  };
  const encode =
    encodingCost(format, count) < worthThreads ? inline(format, key, frame) : inThreads(format, key, frame);
  const pending: Promise<Uint8Array>[] = [];
  for (let next = 0; next < count || pending.length > 0; ) {
    if (signal?.aborted) return;
    for (; next < count && pending.length < poolSize + ahead; next += chunkCodes) {
      const chunk = encode(start + next, Math.min(chunkCodes, count - next));
      // A reader that stops never awaits the rest: errors there must not be unhandled rejections.
      chunk.catch(() => {});
      pending.push(chunk);
    }
    yield await (pending.shift() as Promise<Uint8Array>);
  }
}

export interface FitOptions extends Pick<EncodeOptions, 'format' | 'key' | 'start' | 'count' | 'signal'> {
  readonly pattern: Pattern;
}

/**
 * Yields, chunk by chunk, which of `count` counters from `start` have codes that match a pattern. Ends early when `signal`
 * aborts.
 */
export async function* fittingCounters(options: FitOptions): AsyncGenerator<readonly number[]> {
  const { format, start, count, signal, pattern } = options;
  const key = new Uint8Array(options.key);
  const chunk = 65_536;
  const pending: Promise<readonly number[]>[] = [];
  for (let next = 0; next < count || pending.length > 0; ) {
    if (signal?.aborted) return;
    for (; next < count && pending.length < poolSize + ahead; next += chunk) {
      const task = { format, key, start: start + next, count: Math.min(chunk, count - next), frame: {}, pattern };
      const counters = pool().run(task, countersIn);
      counters.catch(() => {});
      pending.push(counters);
    }
    yield await (pending.shift() as Promise<readonly number[]>);
  }
}

const countersIn = (result: EncodeResult) => ('counters' in result ? result.counters : undefined);
const bytesIn = (result: EncodeResult) => ('bytes' in result ? result.bytes : undefined);

type Encode = (start: number, count: number) => Promise<Uint8Array>;

function inline(format: CodeFormat, key: Uint8Array, frame: Frame): Encode {
  const coder = createCoder(format, key);
  const width = (frame.lead?.length ?? 0) + coder.length + (frame.terminator?.length ?? 0);
  return async (start, count) => {
    const bytes = new Uint8Array(width * count);
    coder.encodeInto(start, count, bytes, 0, frame);
    return bytes;
  };
}

function inThreads(format: CodeFormat, key: Uint8Array, frame: Frame): Encode {
  // Copied, because posting a view sends its whole underlying buffer.
  const ownKey = new Uint8Array(key);
  return (start, count) => pool().run({ format, key: ownKey, start, count, frame }, bytesIn);
}

/** On Linux threads have priorities of their own, so the workers yield to the thread that serves calls. */
const priority = process.platform === 'linux' ? 10 : undefined;
/** Elsewhere one core is left to the main thread. */
const poolSize = priority === undefined ? Math.max(1, availableParallelism() - 1) : availableParallelism();

let sharedPool: Pool | undefined;
function pool(): Pool {
  sharedPool ??= new Pool(poolSize);
  return sharedPool;
}

interface Waiting {
  resolve: (result: EncodeResult) => void;
  reject: (error: Error) => void;
}

/** Worker threads that end with the process. A worker that dies fails its tasks and is replaced by the next one. */
class Pool {
  readonly #size: number;
  #workers: { worker: Worker; tasks: Map<number, Waiting> }[] = [];
  #nextId = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Runs a task on a worker; `read` extracts the answer from the result. Rejects if the worker reports an error. */
  async run<Answer>(task: Omit<EncodeTask, 'id'>, read: (result: EncodeResult) => Answer | undefined): Promise<Answer> {
    const result = await this.#send(task);
    const answer = read(result);
    if (answer === undefined)
      throw new Error('error' in result ? result.error : 'an encoding thread answered something else');
    return answer;
  }

  #send(task: Omit<EncodeTask, 'id'>): Promise<EncodeResult> {
    while (this.#workers.length < this.#size) this.#workers.push(this.#hire());
    const least = this.#workers.reduce((a, b) => (b.tasks.size < a.tasks.size ? b : a));
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      least.tasks.set(id, { resolve, reject });
      least.worker.ref();
      least.worker.postMessage({ id, ...task } satisfies EncodeTask);
    });
  }

  #hire() {
    const worker = new Worker(new URL('./encode-worker.ts', import.meta.url), { workerData: { priority } });
    const tasks = new Map<number, Waiting>();
    const entry = { worker, tasks };
    worker.unref();
    worker.on('message', (result: EncodeResult) => {
      const task = tasks.get(result.id);
      tasks.delete(result.id);
      if (tasks.size === 0) worker.unref();
      task?.resolve(result);
    });
    const leave = (error: Error) => {
      this.#workers = this.#workers.filter((other) => other !== entry);
      for (const task of tasks.values()) task.reject(error);
    };
    worker.on('error', leave);
    worker.on('exit', () => leave(new Error('an encoding thread ended')));
    return entry;
  }
}
