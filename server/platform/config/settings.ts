import type { Config } from './config.ts';

/** The value of a setting that is in force, and its source. */
export interface InForce {
  readonly value: string;
  readonly from: 'environment' | 'enterprise' | 'default';
}

/** Server-wide settings made in the console; null if not set. */
export interface Wishes {
  readonly time_zone: string | null;
  readonly public_url: string | null;
}

const defaultTimeZone = 'Asia/Shanghai';

/** The server-wide settings in force, in memory: from the environment, else those made in the console, else defaults. */
export class ServerSettings {
  readonly #config: Config;
  readonly #listening: () => string;
  #wishes: Wishes = { time_zone: null, public_url: null };

  /** `listening` returns the URL that the server listens on, which is the default public URL. */
  constructor(config: Config, listening: () => string) {
    this.#config = config;
    this.#listening = listening;
  }

  /** Takes over the settings made in the console; called at the start and whenever they change. */
  wish(wishes: Wishes): void {
    this.#wishes = wishes;
  }

  /** The time zone of the enterprise, which determines its days. */
  timeZone(): InForce {
    return inForce(this.#config.timeZone, this.#wishes.time_zone, defaultTimeZone);
  }

  /** The base URL of codes, without a trailing slash. */
  publicUrl(): InForce {
    return inForce(this.#config.publicUrl, this.#wishes.public_url, this.#listening());
  }
}

function inForce(environment: string | undefined, wish: string | null, otherwise: string): InForce {
  if (environment !== undefined) return { value: environment, from: 'environment' };
  return wish === null ? { value: otherwise, from: 'default' } : { value: wish, from: 'enterprise' };
}
