import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { takeOwnSlot } from '#platform/files/read-file.ts';
import type { QueueTurn } from '#platform/jobs/queue.ts';
import type { Increment, Metrics } from '#platform/metrics/metrics.ts';

/** What the thread has to know that the settings do not say. */
export interface JobThreadData {
  readonly databaseUrl: string;
  readonly connections: number;
  /** Identifies the server over its restarts. */
  readonly identity: string;
  readonly publicUrl: string;
}

/** What the thread is sent: a job to run, the slot to read a table that it waits for, or that it has to end. */
export type ToJobThread =
  | { readonly run: number; readonly kind: string; readonly turn: QueueTurn }
  | { readonly slot: number }
  | 'stop';

/** What it sends: that a run is over, with the error if it failed; that it waits for a slot, or leaves it; or what was counted. */
export type FromJobThread =
  | { readonly run: number; readonly error?: string }
  | { readonly wants: number }
  | { readonly leaves: number }
  | { readonly increments: readonly Increment[] };

interface Parts {
  /** The settings. */
  readonly env: NodeJS.ProcessEnv;
  readonly data: JobThreadData;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  /** Milliseconds without a job after which the thread ends. */
  readonly patience?: number;
}

/**
 * The thread that runs the background jobs of this server, so that a file that is read and checked keeps nobody waiting for an answer.
 * It is there while there are jobs. If it fails, for lack of memory for example, the server goes on, and the queue gives the job to
 * a new thread.
 */
export class JobThread {
  readonly #parts: Parts;
  readonly #runs = new Map<number, PromiseWithResolvers<void>>();
  #worker: Worker | undefined;
  /** Of all threads that are there: dismissed ones are on their way. */
  readonly #exits = new Set<Promise<void>>();
  /** The slots that the thread has, by its numbers for them. */
  readonly #slots = new Map<number, () => void>();
  #count = 0;
  #isStopping = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Runs the job of a turn. Rejects if it goes on later. */
  async run(kind: string, turn: QueueTurn): Promise<void> {
    if (this.#isStopping) throw new Error('the server stops');
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const run = ++this.#count;
    const outcome = Promise.withResolvers<void>();
    this.#runs.set(run, outcome);
    this.#worker.postMessage({ run, kind, turn } satisfies ToJobThread);
    await outcome.promise;
  }

  #start(): Worker {
    const { env, data, log } = this.#parts;
    const worker = new Worker(new URL('./main.ts', import.meta.url), {
      env,
      workerData: data,
      name: 'jobs',
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    worker.on('message', (message: FromJobThread) => this.#hear(message, worker));
    worker.on('error', (error) => log.error(error, 'the thread of background jobs failed'));
    const exit = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        this.#exits.delete(exit);
        this.#end(worker);
        resolve();
      });
    });
    this.#exits.add(exit);
    return worker;
  }

  #hear(message: FromJobThread, worker: Worker): void {
    if ('increments' in message) this.#parts.metrics.add(message.increments);
    else if ('wants' in message) void this.#giveSlot(message.wants, worker);
    else if ('leaves' in message) this.#freeSlot(message.leaves);
    else this.#settle(message.run, message.error);
  }

  #settle(run: number, error: string | undefined): void {
    const outcome = this.#runs.get(run);
    this.#runs.delete(run);
    if (error === undefined) outcome?.resolve();
    else outcome?.reject(new Error(error));
    if (this.#runs.size === 0)
      this.#idle = setTimeout(() => this.#dismiss(), this.#parts.patience ?? tenMinutes).unref();
  }

  async #giveSlot(slot: number, worker: Worker): Promise<void> {
    // Jobs wait however many others do: they are few.
    const leave = await takeOwnSlot().catch(() => undefined);
    if (!leave) return void setTimeout(() => void this.#giveSlot(slot, worker), second);
    if (worker !== this.#worker) return leave();
    this.#slots.set(slot, leave);
    worker.postMessage({ slot } satisfies ToJobThread);
  }

  #freeSlot(slot: number): void {
    this.#slots.get(slot)?.();
    this.#slots.delete(slot);
  }

  /** Has an idle thread end. The next job gets a new one. */
  #dismiss(): void {
    this.#worker?.postMessage('stop' satisfies ToJobThread);
    this.#worker = undefined;
  }

  #end(worker: Worker): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#runs.values()) reject(new Error('the thread of background jobs ended'));
    this.#runs.clear();
    for (const slot of [...this.#slots.keys()]) this.#freeSlot(slot);
  }

  /** Has the jobs left where they are, for another server or the next start. Resolves when the thread has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#idle);
    this.#worker?.postMessage('stop' satisfies ToJobThread);
    // A statement that takes long keeps a job from leaving. Ended with the thread, it is rolled back.
    const timer = setTimeout(() => void this.#worker?.terminate(), longestLeave);
    await Promise.all(this.#exits);
    clearTimeout(timer);
  }
}

const [second, tenMinutes] = [1000, 600_000];
/** How long jobs may take to leave when the server stops, in milliseconds. */
const longestLeave = 10_000;
/** Half of what the thread of the calls has (docs/decisions/young-generation.md): with this much, packing has all of its gain. */
const maxYoungGenerationSizeMb = 48;
