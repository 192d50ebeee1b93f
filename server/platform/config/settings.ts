import type { Config } from './config.ts';

/** A setting as it is now, and who said so. */
export interface InForce {
  readonly value: string;
  readonly from: 'environment' | 'enterprise' | 'default';
}

/** What people wish for the whole server; null where they leave it open. */
export interface Wishes {
  readonly time_zone: string | null;
  readonly public_url: string | null;
}

const defaultTimeZone = 'Asia/Shanghai';

/** What holds for the whole server, in memory: what people wish for, unless the environment says otherwise. */
export class ServerSettings {
  readonly #config: Config;
  readonly #listening: () => string;
  #wishes: Wishes = { time_zone: null, public_url: null };

  /** `listening` is where the server listens: the public address until someone says another. */
  constructor(config: Config, listening: () => string) {
    this.#config = config;
    this.#listening = listening;
  }

  /** To be called with what people wish for, at the start and when it changes. */
  wish(wishes: Wishes): void {
    this.#wishes = wishes;
  }

  /** Where the enterprise's days begin. */
  timeZone(): InForce {
    return inForce(this.#config.timeZone, this.#wishes.time_zone, defaultTimeZone);
  }

  /** The address printed in codes, without a trailing slash. */
  publicUrl(): InForce {
    return inForce(this.#config.publicUrl, this.#wishes.public_url, this.#listening());
  }
}

function inForce(environment: string | undefined, wish: string | null, otherwise: string): InForce {
  if (environment !== undefined) return { value: environment, from: 'environment' };
  return wish === null ? { value: otherwise, from: 'default' } : { value: wish, from: 'enterprise' };
}
