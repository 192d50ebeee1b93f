import { ErrorCode } from '../../contract/errors.ts';
import { networkOf } from '../platform/http/network.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Services } from '../platform/services.ts';
import type { RecordedScan } from './scan-record.ts';

/** Codes that are none a network may ask for in a minute: many people behind one address mistype fewer. */
const mostUnknown = 30;
/** Scans of one network that may be under way: beyond these its others wait for nobody else's. */
const mostAtOnce = 32;
const minute = 60_000;
/** Networks that are remembered; the oldest are forgotten. */
const mostNetworks = 50_000;
/** How often what was refused goes to the database. */
const reportEvery = 10_000;

interface Network {
  underWay: number;
  /** Unknown codes it asked for in the minute since then. */
  unknown: number;
  since: number;
}

/**
 * Keeps one network from guessing codes, and from taking the scans of all others. It is told neither sooner nor later
 * for one code than for another: what counts is only that an answer was "unknown". Each server counts for itself.
 */
export class AddressGuard {
  readonly #services: Services;
  readonly #networks = new Map<string, Network>();
  readonly #refused = new Map<string, number>();
  #lastReport = 0;
  #nextReport: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Lets a scan happen, or refuses it with 429. */
  async watch(ip: string | undefined, scan: () => Promise<RecordedScan>): Promise<RecordedScan> {
    const name = this.#watched(ip);
    if (name === undefined) return scan();
    const network = this.#of(name);
    if (network.unknown >= mostUnknown) {
      this.#report(name);
      throw tooMany(Math.ceil((network.since + minute - Date.now()) / 1000));
    }
    if (network.underWay >= mostAtOnce) throw tooMany(1);
    network.underWay += 1;
    try {
      const recorded = await scan();
      if (recorded.answer.verdict === 'unknown') network.unknown += 1;
      return recorded;
    } finally {
      network.underWay -= 1;
    }
  }

  /** The network that is held to account. This machine's own address is a proxy's that nobody was told of, or a test's. */
  #watched(ip: string | undefined): string | undefined {
    if (!this.#services.config.rateLimit || ip === undefined) return undefined;
    return /^(127\.|::1$|::ffff:127\.)/.test(ip) ? undefined : networkOf(ip);
  }

  #of(name: string): Network {
    const now = Date.now();
    const known = this.#networks.get(name) ?? { underWay: 0, unknown: 0, since: now };
    if (now - known.since >= minute) Object.assign(known, { unknown: 0, since: now });
    // Last again: the first ones have been away longest.
    this.#networks.delete(name);
    this.#networks.set(name, known);
    if (this.#networks.size > mostNetworks) this.#networks.delete(this.#networks.keys().next().value as string);
    return known;
  }

  /** Tells the operator and the console, the first time at once and then not at every request. */
  #report(name: string): void {
    // Where no address is kept, it is still told that somebody guesses.
    const told = this.#services.config.scanIpDays === 0 ? '' : name;
    this.#refused.set(told, (this.#refused.get(told) ?? 0) + 1);
    const rest = this.#lastReport + reportEvery - Date.now();
    this.#nextReport ??= setTimeout(() => this.#tell(), Math.max(0, rest)).unref();
  }

  #tell(): void {
    this.#nextReport = undefined;
    this.#lastReport = Date.now();
    const refused = [...this.#refused];
    this.#refused.clear();
    this.#services.log.warn({ networks: refused.length }, 'codes are being guessed');
    this.#keep(refused).catch((error) => this.#services.log.error(error, 'recording who guesses codes failed'));
  }

  async #keep(refused: readonly (readonly [string, number])[]): Promise<void> {
    await this.#services.system.sql`
      insert into scan_guessing as g (network, first_at, last_at, refused)
      select network, now(), now(), refused
      from unnest(${refused.map(([name]) => name)}::text[], ${refused.map(([, times]) => times)}::bigint[]) t (network, refused)
      on conflict (network) do update set last_at = excluded.last_at, refused = g.refused + excluded.refused`;
  }
}

const tooMany = (retryAfter: number) =>
  new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' }, { retryAfter: Math.max(1, retryAfter) });
