import type { Call } from '@suyuan/contract/call/call.ts';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { whenOver } from '../caller.ts';
import { overloaded } from '../refusal.ts';

/** Classes of calls, by what is given up first. */
type Class = 'file' | 'console' | 'device' | 'consumer';

/**
 * How many calls of a class may be under way, and the delay of the event loop in milliseconds above which none is admitted: under more
 * load than a server can take, files go first, then the console, then devices, which send again what was refused. Scans have a bound
 * of their own (`scan-desk.ts`), and sign-in waits for its turn.
 */
const bounds: Readonly<Record<Class, { readonly most: number; readonly delay: number; readonly retryAfter: number }>> =
  {
    file: { most: 48, delay: 1000, retryAfter: 10 },
    console: { most: 400, delay: 2000, retryAfter: 3 },
    device: { most: 400, delay: 3000, retryAfter: 3 },
    consumer: { most: 4000, delay: Number.POSITIVE_INFINITY, retryAfter: 2 },
  };

/** Milliseconds between measurements of the delay, over which it is averaged, and that one turn of the loop counts for at most. */
const [period, average, longestTurn] = [50, 2000, 4000];

/** Refuses calls, by their class, before anything is done for them, so that those that are admitted are answered in time. */
export class Pressure {
  readonly #log: FastifyBaseLogger;
  readonly #underWay: Record<Class, number> = { file: 0, console: 0, device: 0, consumer: 0 };
  readonly #refused = new Set<Class>();
  #delay = 0;
  #measured = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
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
    const { most, delay, retryAfter } = bounds[kind];
    if (this.#underWay[kind] >= most || this.#delay > delay) {
      this.#tell(kind);
      throw overloaded(retryAfter);
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
    this.#delay += (Math.min(elapsed - period, longestTurn) - this.#delay) * weight;
    for (const kind of this.#refused) {
      const { most, delay } = bounds[kind];
      if (this.#underWay[kind] < most / 2 && this.#delay <= delay / 2) this.#refused.delete(kind);
    }
  }

  /** Once, until there is room again. */
  #tell(kind: Class): void {
    if (this.#refused.has(kind)) return;
    this.#refused.add(kind);
    this.#log.warn(
      { class: kind, underWay: this.#underWay[kind], delayMilliseconds: Math.round(this.#delay) },
      'the server is overloaded and refuses calls of a class; add a server if this is frequent',
    );
  }
}

function classOf({ access, answers, upload, client }: Call): Class {
  // What the console asks for while a person signs in is part of signing in.
  if (access === 'public' || client === 'sign-in') return 'consumer';
  if (answers === 'file' || upload) return 'file';
  return access === 'device' ? 'device' : 'console';
}
