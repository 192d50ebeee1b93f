import { setTimeout as wait } from 'node:timers/promises';
import { type Call, deviceKeyHeader, type Envelope, type InputOf, type OutputOf } from '../contract/call/call.ts';
import { deviceLeaseCodes } from '../contract/plant/device.ts';

/** How often a call is tried whose answer may come another time. */
const mostTries = 8;

/** A call that the server refused for what it says: to try it again would change nothing. */
export class RefusedCall extends Error {}

/** A device as the server knows it: by its key, at an address. */
export class Device {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url.replace(/\/$/, '');
    this.#key = key;
  }

  async call<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>> {
    const answer = await this.#ask(call.path, { method: call.method, body: JSON.stringify(input) });
    return ((await answer.json()) as Envelope<OutputOf<C>>).data;
  }

  /** The codes of a lease, in their order. */
  async codesOf(lease: number): Promise<string[]> {
    const answer = await this.#ask(`${deviceLeaseCodes.path}?lease=${lease}`, {});
    return (await answer.text()).trimEnd().split('\n');
  }

  /** Tries again what the network lost and what the server had no time for, as long as it asks to wait. */
  async #ask(path: string, init: RequestInit): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(this.#url + path, {
        ...init,
        headers: { [deviceKeyHeader]: this.#key, ...(init.body ? { 'content-type': 'application/json' } : {}) },
      }).catch((error: unknown) => error as Error);
      const isAnswer = answer instanceof Response;
      if (isAnswer && answer.ok) return answer;
      const isLater = !isAnswer || answer.status === 429 || answer.status >= 500;
      if (!isLater) throw new RefusedCall(`${path}: ${((await answer.json()) as Envelope).message}`);
      if (tries === mostTries) throw isAnswer ? new Error(`${path}: ${answer.status}`) : answer;
      const seconds = isAnswer ? Number(answer.headers.get('retry-after') ?? 1) : 2 ** tries / 4;
      await wait(seconds * 1000);
    }
  }
}
