import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call/call.ts';

/** How often a call is tried whose answer may come another time. */
const mostTries = 8;

/** A call that the server refused for what it says: to try it again would change nothing. */
export class RefusedCall extends Error {}

/** The way to a server: what is asked at a path of it, and its answer. */
export type Way = (path: string, init: RequestInit) => Promise<Response>;

/** Over the network, to an address. */
export function wayTo(url: string): Way {
  const base = url.replace(/\/$/, '');
  return (path, init) =>
    fetch(base + path, init).catch((error: Error & { cause?: { code?: string } }) => {
      if (error.name === 'AbortError') throw error;
      throw new Error(`No server answers at ${base} (${error.cause?.code ?? error.message}).`, { cause: error });
    });
}

/** Whoever calls a server: with the same headers each time, which say who it is. */
export class Client {
  readonly #way: Way;
  readonly #headers: Readonly<Record<string, string>>;
  #hasAnswered = false;

  constructor(way: Way, headers: Readonly<Record<string, string>>) {
    this.#way = way;
    this.#headers = headers;
  }

  async call<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const answer = await this.ask(call.path, { method: call.method, body: JSON.stringify(input) });
    return ((await answer.json()) as Envelope<OutputOf<C>>).data;
  }

  /** Tries again what the network lost, once there was an answer, and what the server had no time for, as long as it asks to wait. */
  async ask(path: string, init: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#way(path, {
        ...init,
        headers: { ...this.#headers, ...(init.body ? { 'content-type': 'application/json' } : {}) },
      }).catch((error: unknown) => error as Error);
      const isAnswer = answer instanceof Response;
      this.#hasAnswered ||= isAnswer;
      if (isAnswer && answer.ok) return answer;
      // Whoever is told to end does not go on trying.
      if (!isAnswer && answer.name === 'AbortError') throw answer;
      const isLater = !isAnswer || answer.status === 429 || answer.status >= 500;
      if (!isLater) throw new RefusedCall(`${path}: ${((await answer.json()) as Envelope).message}`);
      if (tries === mostTries || !this.#hasAnswered) throw isAnswer ? new Error(`${path}: ${answer.status}`) : answer;
      const seconds = isAnswer ? Number(answer.headers.get('retry-after') ?? 1) : 2 ** tries / 4;
      await wait(seconds * 1000);
    }
  }
}
