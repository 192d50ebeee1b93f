import pg from 'pg';
import { connectionError } from './errors.ts';
import { quoted } from './query.ts';
import { noAnswer, type Silence } from './silence.ts';

interface Listening {
  readonly notified: (payload: string) => void;
  readonly listening: (() => void) | undefined;
}

/** Milliseconds between attempts to connect again. */
const pause = 250;
/** Milliseconds between beats, and the beats without an answer after which a connection counts as lost. */
const [beat, most] = [1000, 5];

/**
 * Listens to channels over one connection, which is made again whenever it is lost. It also learns whether the database answers at
 * all: if it does not, and is silent to a new connection as well, the silence begins.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #channels = new Map<string, Set<Listening>>();
  #client: Promise<pg.Client> | undefined;
  #wasConnected = false;
  readonly #silence: Silence;
  #isEnded = false;
  #again: NodeJS.Timeout | undefined;

  constructor(config: pg.ClientConfig, silence: Silence) {
    this.#config = { ...config, connectionTimeoutMillis: beat * most };
    this.#silence = silence;
  }

  async listen(channel: string, notified: Listening['notified'], listening?: () => void): Promise<() => Promise<void>> {
    const one: Listening = { notified, listening };
    const others = this.#channels.get(channel);
    if (others) others.add(one);
    else this.#channels.set(channel, new Set([one]));
    try {
      const client = await this.#connected();
      await client.query(`listen ${quoted(channel)}`);
    } catch (error) {
      this.#leave(channel, one);
      throw connectionError(error as Error);
    }
    listening?.();
    return async () => {
      if (!this.#leave(channel, one) || this.#isEnded) return;
      const client = await this.#client?.catch(() => undefined);
      await client?.query(`unlisten ${quoted(channel)}`).catch(() => {});
    };
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#again);
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  /** Takes a listener away; whether it was the last one of its channel. */
  #leave(channel: string, one: Listening): boolean {
    const all = this.#channels.get(channel);
    all?.delete(one);
    return all?.size === 0 && this.#channels.delete(channel);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { notified } of this.#channels.get(channel) ?? []) notified(payload);
    });
    client.on('error', () => {});
    const start = performance.now();
    try {
      await client.connect();
    } catch (error) {
      this.#client = undefined;
      // Any answer, such as that nobody listens there, would have come earlier. A database that never answered has no connections.
      if (this.#wasConnected && performance.now() - start >= beat * most) this.#silence.begin();
      throw error;
    }
    this.#wasConnected = true;
    this.#silence.end();
    const heart = this.#beat(client);
    client.on('end', () => {
      clearInterval(heart);
      this.#client = undefined;
      this.#reconnect();
    });
    return client;
  }

  /** Counts turns of the event loop, so that a busy process does not take its own delay for one of the database. */
  #beat(client: pg.Client): NodeJS.Timeout {
    let unanswered = 0;
    return setInterval(() => {
      unanswered += 1;
      if (unanswered > most) client.connection.stream.destroy(noAnswer());
      if (unanswered > 1) return;
      client.query('').then(
        () => {
          unanswered = 0;
        },
        () => {},
      );
    }, beat).unref();
  }

  /** Listens to all channels anew, and says so to all who listen. */
  #reconnect(): void {
    if (this.#isEnded || this.#channels.size === 0) return;
    this.#again = setTimeout(async () => {
      try {
        const client = await this.#connected();
        await client.query([...this.#channels.keys()].map((channel) => `listen ${quoted(channel)}`).join(';'));
        for (const all of this.#channels.values()) for (const { listening } of all) listening?.();
      } catch {
        this.#reconnect();
      }
    }, pause);
    this.#again.unref();
  }
}
