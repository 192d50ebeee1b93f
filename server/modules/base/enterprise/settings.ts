import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database/database.ts';

type Source = 'environment' | 'enterprise' | 'default';

interface Wishes {
  readonly time_zone: string | null;
  readonly public_url: string | null;
}

const defaultTimeZone = 'Asia/Shanghai';

/**
 * What the enterprise's own page sets for the whole server, in memory. The environment wins over it; a change made on
 * another server arrives by notification.
 */
export class EnterpriseSettings {
  readonly #database: Database;
  readonly #config: Config;
  readonly #listening: () => string;
  #wishes: Wishes = { time_zone: null, public_url: null };

  /** `listening` is where the server listens: the public address until someone says another. */
  constructor(database: Database, config: Config, listening: () => string) {
    this.#database = database;
    this.#config = config;
    this.#listening = listening;
  }

  /** Reads the settings and goes on listening for changes; `failed` is told when one cannot be read. */
  async open(failed: (error: unknown) => void): Promise<void> {
    const reload = () => void this.reload().catch(failed);
    await this.#database.sql.listen('enterprise', reload, reload);
    await this.reload();
  }

  async reload(): Promise<void> {
    const [row] = await this.#database.sql<Wishes[]>`select time_zone, public_url from enterprise`;
    this.#wishes = row ?? { time_zone: null, public_url: null };
  }

  /** To be called after a change: this server knows before the caller does, the others a moment later. */
  async changed(): Promise<void> {
    const before = this.timeZone().value;
    await this.reload();
    // Its days begin elsewhere now: they are counted anew when they are asked for.
    if (this.timeZone().value !== before) {
      await this.#database.sql`delete from scan_day_closed`;
      await this.#database.sql`delete from scan_day`;
    }
    await this.#database.sql.notify('enterprise', '');
  }

  /** Where the enterprise's days begin. */
  timeZone(): { value: string; from: Source } {
    return inForce(this.#config.timeZone, this.#wishes.time_zone, defaultTimeZone);
  }

  /** The address printed in codes, without a trailing slash. */
  publicUrl(): { value: string; from: Source } {
    return inForce(this.#config.publicUrl, this.#wishes.public_url, this.#listening());
  }
}

function inForce(environment: string | undefined, wish: string | null, otherwise: string) {
  if (environment !== undefined) return { value: environment, from: 'environment' as const };
  return wish === null ? { value: otherwise, from: 'default' as const } : { value: wish, from: 'enterprise' as const };
}
