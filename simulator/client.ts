import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { deviceKeyHeader } from '@suyuan/contract/call/call.ts';
import { deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';

/** How often a call is tried if an error is transient. */
const maxTries = 8;

/** The server refused a call because of its contents, so retrying is useless. */
export class RefusedCall extends Error {}

/** The transport to a server: sends a request to a path and returns the response. */
export type Way = (path: string, init: RequestInit) => Promise<Response>;

/** A transport over the network to a URL. */
export function wayTo(url: string): Way {
  const base = url.replace(/\/$/, '');
  return (path, init) =>
    fetch(base + path, init).catch((error: Error & { cause?: { code?: string } }) => {
      if (error.name === 'AbortError') throw error;
      throw new Error(`No server answers at ${base} (${error.cause?.code ?? error.message}).`, { cause: error });
    });
}

/** A client of the server, with headers that authenticate it. */
export class Client {
  readonly #way: Way;
  readonly #headers: Readonly<Record<string, string>>;
  #hasAnswered = false;

  constructor(way: Way, headers: Readonly<Record<string, string>>) {
    this.#way = way;
    this.#headers = headers;
  }

  async call<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const query = new URLSearchParams(input as Record<string, string>).toString();
    const answer = await (call.method === 'GET'
      ? this.ask(query ? `${call.path}?${query}` : call.path, {})
      : this.ask(call.path, { method: call.method, body: JSON.stringify(input) }));
    return ((await answer.json()) as Envelope<OutputOf<C>>).data;
  }

  /**
   * Sends a request. Retries after 429 and 5xx, waiting as long as the server asks, and after network errors; but only once
   * the server has answered at all, in at most `maxTries` tries. Throws RefusedCall for other statuses.
   */
  async ask(path: string, init: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await this.#way(path, {
        ...init,
        headers: { ...this.#headers, ...(init.body ? { 'content-type': 'application/json' } : {}) },
      }).catch((error: unknown) => error as Error);
      const isAnswer = answer instanceof Response;
      this.#hasAnswered ||= isAnswer;
      if (isAnswer && answer.ok) return answer;
      // An aborted request is not retried.
      if (!isAnswer && answer.name === 'AbortError') throw answer;
      const isLater = !isAnswer || answer.status === 429 || answer.status >= 500;
      if (!isLater) throw new RefusedCall(`${path}: ${((await answer.json()) as Envelope).message}`);
      if (tries === maxTries || !this.#hasAnswered) throw isAnswer ? new Error(`${path}: ${answer.status}`) : answer;
      const seconds = isAnswer ? Number(answer.headers.get('retry-after') ?? 1) : 2 ** tries / 4;
      await wait(seconds * 1000);
    }
  }
}

/** A client that calls the server with a device key. */
export class Device extends Client {
  constructor(way: Way, key: string) {
    super(way, { [deviceKeyHeader]: key });
  }

  /** Downloads the codes of a lease, in order. */
  async codesOf(lease: number): Promise<string[]> {
    const answer = await this.ask(`${deviceLeaseCodes.path}?lease=${lease}`, {});
    return (await answer.text()).trimEnd().split('\n');
  }
}
