import type { Call } from '@suyuan/contract/call/call.ts';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { whenOver } from '../caller.ts';
import type { Sql } from '../database/driver/sql.ts';
import { overloaded } from '../refusal.ts';

/** Classes of calls, by what is given up first. */
type Class = 'file' | 'console' | 'device' | 'consumer' | 'sign-in';

interface Bounds {
  /** The most calls under way. */
  readonly most: number;
  /** The delay of the event loop in milliseconds. */
  readonly delay: number;
  /** The time in milliseconds for which calls wait for a connection to the database. */
  readonly wait: number;
  /** In seconds. */
  readonly retryAfter: number;
}

const any = Number.POSITIVE_INFINITY;

/**
 * What calls of a class are admitted up to: under more load than a server can take, files go first, then the console, then devices, which
 * send again what was refused. Scans and sign-in have connections of their own; scans have a bound of their own as well
 * (`scan-desk.ts`), and sign-in waits for its turn.
 */
const bounds: Readonly<Record<Class, Bounds>> = {
  file: { most: 24, delay: 1000, wait: 100, retryAfter: 10 },
  console: { most: 150, delay: 2000, wait: 250, retryAfter: 3 },
  device: { most: 64, delay: 3000, wait: 1000, retryAfter: 3 },
  consumer: { most: 4000, delay: any, wait: any, retryAfter: 2 },
  'sign-in': { most: 1000, delay: any, wait: any, retryAfter: 2 },
};

/** Milliseconds between measurements, over which they are averaged, and that one turn of the loop, or one wait, counts for at most. */
const [period, average, longest] = [50, 2000, 4000];

/** Refuses calls, by their class, before anything is done for them, so that those that are admitted are answered in time. */
export class Pressure {
  readonly #log: FastifyBaseLogger;
  readonly #connections: Sql['connections'];
  readonly #underWay: Record<Class, number> = { file: 0, console: 0, device: 0, consumer: 0, 'sign-in': 0 };
  readonly #refused = new Set<Class>();
  #delay = 0;
  #wait = 0;
  #measured = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `connections` are those of the ordinary pool. */
  constructor(log: FastifyBaseLogger, connections: Sql['connections']) {
    this.#log = log;
    this.#connections = connections;
  }

  open(): void {
    this.#measured = performance.now();
    this.#timer = setInterval(() => this.#measure(), period).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Counts a call until its answer is over; throws 503 if there are too many, or too much to do. */
  admit(call: Call, reply: FastifyReply): void {
    const kind = classOf(call);
    const { most, delay, wait, retryAfter } = bounds[kind];
    // A queue that is gone by now is no reason, and nor is one that has just begun.
    const queue = () => Math.min(this.#wait, this.#connections().longestWait);
    if (this.#underWay[kind] >= most || this.#delay > delay || (this.#wait > wait && queue() > wait)) {
      this.#tell(kind);
      throw overloaded(retryAfter, `too many calls of the class ${kind}`);
    }
    this.#underWay[kind] += 1;
    whenOver(reply, () => {
      this.#underWay[kind] -= 1;
    });
  }

  #measure(): void {
    const now = performance.now();
    const elapsed = now - this.#measured;
    this.#measured = now;
    // A single long turn of the loop, as for a file of labels, is no overload: files are refused after three, the console after six.
    const weight = Math.min(elapsed, average / 8) / average;
    this.#delay += (Math.min(elapsed - period, longest) - this.#delay) * weight;
    this.#wait += (Math.min(this.#connections().longestWait, longest) - this.#wait) * weight;
    for (const kind of this.#refused) {
      const { most, delay, wait } = bounds[kind];
      if (this.#underWay[kind] < most / 2 && this.#delay <= delay / 2 && this.#wait <= wait / 2)
        this.#refused.delete(kind);
    }
  }

  /** Once, until there is room again. */
  #tell(kind: Class): void {
    if (this.#refused.has(kind)) return;
    this.#refused.add(kind);
    this.#log.warn(
      {
        class: kind,
        underWay: this.#underWay[kind],
        delayMilliseconds: Math.round(this.#delay),
        connectionWaitMilliseconds: Math.round(this.#wait),
      },
      'the server is overloaded and refuses calls of a class; add a server if this is frequent',
    );
  }
}

function classOf({ access, answers, upload, client }: Call): Class {
  // What the console asks for while a person signs in is part of signing in.
  if (client === 'sign-in') return 'sign-in';
  if (access === 'public') return 'consumer';
  if (answers === 'file' || upload) return 'file';
  return access === 'device' ? 'device' : 'console';
}
