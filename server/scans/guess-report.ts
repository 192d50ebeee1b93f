import type { Services } from '#platform/services.ts';

/** How often refusals are written to the database, in milliseconds. */
const reportEvery = 10_000;

/** Reports networks that were refused for guessing to the log and to the console: the first time at once, then at intervals. */
export class GuessReport {
  readonly #services: Services;
  readonly #refused = new Map<string, number>();
  #last = 0;
  #next: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  add(network: string): void {
    // If addresses may not be stored, it is still reported that somebody guesses.
    const shown = this.#services.config.scanIpDays === 0 ? '' : network;
    this.#refused.set(shown, (this.#refused.get(shown) ?? 0) + 1);
    const rest = this.#last + reportEvery - Date.now();
    this.#next ??= setTimeout(() => this.#tell(), Math.max(0, rest)).unref();
  }

  #tell(): void {
    this.#next = undefined;
    this.#last = Date.now();
    const refused = [...this.#refused];
    this.#refused.clear();
    this.#services.log.warn({ networks: refused.length }, 'networks are guessing codes');
    this.#keep(refused).catch((error) => this.#services.log.error(error, 'recording networks that guess codes failed'));
  }

  async #keep(refused: readonly (readonly [string, number])[]): Promise<void> {
    await this.#services.system.anonymous.sql`
      insert into scan_guessing as g (network, first_at, last_at, refused)
      select network, now(), now(), refused
      from unnest(${refused.map(([name]) => name)}::text[], ${refused.map(([, times]) => times)}::bigint[]) t (network, refused)
      on conflict (network) do update set last_at = excluded.last_at, refused = g.refused + excluded.refused`;
  }
}
