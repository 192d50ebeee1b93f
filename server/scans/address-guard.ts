import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { minute } from '@suyuan/contract/durations.ts';
import { GuessCounts } from '#identity/guess-counts.ts';
import { tellFailure } from '#platform/http/recurring.ts';
import { isOwnMachine, networksOf } from '#platform/network/network.ts';
import { Refusal } from '#platform/refusal.ts';
import type { MacKey } from '#platform/secrets/master-key.ts';
import type { Services } from '#platform/services.ts';

/** How often refusals are written to the database, in milliseconds. */
const reportEvery = 10_000;

/** Reports networks that were refused for guessing to the log and to the console: the first time at once, then at intervals. */
class GuessReport {
  readonly #services: Services;
  readonly #refused = new Map<string, number>();
  #last = 0;
  #next: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  add(network: string): void {
    // If addresses may not be stored, it is still reported that somebody guesses.
    const label = this.#services.config.scanIpDays === 0 ? '' : network;
    this.#refused.set(label, (this.#refused.get(label) ?? 0) + 1);
    const rest = this.#last + reportEvery - Date.now();
    this.#next ??= setTimeout(() => this.#tell(), Math.max(0, rest)).unref();
  }

  #tell(): void {
    this.#next = undefined;
    this.#last = Date.now();
    const refusals = [...this.#refused];
    this.#refused.clear();
    this.#services.log.warn({ networks: refusals.length }, 'networks are guessing codes');
    this.#keep(refusals).catch((error) =>
      tellFailure(this.#services.log, error, 'recording networks that guess codes failed'),
    );
  }

  async #keep(refusals: readonly (readonly [string, number])[]): Promise<void> {
    await this.#services.system.anonymous.sql`
      insert into scan_guessing as g (network, first_at, last_at, refused)
      select network, now(), now(), refused
      from unnest(${refusals.map(([name]) => name)}::text[], ${refusals.map(([, times]) => times)}::bigint[]) t (network, refused)
      on conflict (network) do update set last_at = excluded.last_at, refused = g.refused + excluded.refused`;
  }
}

/** The most unknown codes that a network may ask for in a minute; many people behind one address mistype fewer. */
const maxUnknown = 30;
/** The most concurrent requests of one network, so that it cannot take the capacity of all others. */
const maxAtOnce = 32;
/** The most networks in memory; the ones that asked longest ago are dropped. */
const maxNetworks = 50_000;
/** How often servers share their counts, in milliseconds. */
const shareEvery = 1000;

interface WatchedNetwork {
  readonly name: string;
  readonly weight: number;
  underWay: number;
  /** Unknown codes in the period that ends at `until`, on all servers as far as counts have been shared. */
  unknown: number;
  until: number;
  /** Those of them that were not shared yet. */
  unshared: number;
}

/**
 * Keeps a network from guessing codes or GTINs, and from exhausting the server. Only the answer "unknown" counts, whatever the
 * text, so the limit reveals nothing about how near a guess was. Counts are kept in memory and shared through the database
 * (GuessCounts) about a second later, so no request waits for them.
 */
export class AddressGuard {
  readonly #services: Services;
  readonly #counts: GuessCounts;
  readonly #report: GuessReport;
  readonly #key: MacKey;
  readonly #networks = new Map<string, WatchedNetwork>();
  #sharing: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#counts = new GuessCounts(services.system.anonymous.sql);
    this.#report = new GuessReport(services);
    this.#key = services.masterKey.macKey('guessing');
  }

  /** Answers a request, or throws 429 if the network asked for too many unknown codes or has too many requests under way. */
  async watch<Answer>(
    ip: string | undefined,
    ask: () => Promise<Answer>,
    isUnknown: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const networks = this.#watched(ip);
    const guesser = networks.find(({ unknown, weight }) => unknown >= maxUnknown * weight);
    if (guesser) {
      this.#report.add(guesser.name);
      throw tooMany(Math.ceil((guesser.until - Date.now()) / 1000));
    }
    if (networks.some(({ underWay, weight }) => underWay >= maxAtOnce * weight)) throw tooMany(1);
    for (const network of networks) network.underWay += 1;
    try {
      const answer = await ask();
      if (isUnknown(answer)) for (const network of networks) this.#count(network);
      return answer;
    } finally {
      for (const network of networks) network.underWay -= 1;
    }
  }

  /** Deletes counts of past periods. */
  sweep(): Promise<void> {
    return this.#counts.sweep();
  }

  /**
   * The networks of an address. The machine's own address is not limited: it is that of a proxy that is not configured, or a
   * test.
   */
  #watched(ip: string | undefined): readonly WatchedNetwork[] {
    if (!this.#services.config.rateLimit || ip === undefined || isOwnMachine(ip)) return [];
    return networksOf(ip).map(({ name, weight }) => this.#of(name, weight));
  }

  #of(name: string, weight: number): WatchedNetwork {
    const now = Date.now();
    const network = this.#networks.get(name) ?? { name, weight, underWay: 0, unknown: 0, until: 0, unshared: 0 };
    if (network.until <= now) Object.assign(network, { unknown: 0, until: now + minute });
    // Moved to the end: the map is in the order of last use.
    this.#networks.delete(name);
    this.#networks.set(name, network);
    if (this.#networks.size > maxNetworks) this.#networks.delete(this.#networks.keys().next().value as string);
    return network;
  }

  #count(network: WatchedNetwork): void {
    network.unknown += 1;
    network.unshared += 1;
    this.#sharing ??= setTimeout(() => void this.#share(), shareEvery).unref();
  }

  /** Adds this server's counts to the shared ones, and takes over the results. */
  async #share(): Promise<void> {
    this.#sharing = undefined;
    const networks = [...this.#networks.values()].filter(({ unshared }) => unshared > 0);
    const guesses = networks.map(({ name, unshared }) => ({
      subject: this.#subject(name),
      unknown: unshared,
      seconds: 60,
    }));
    for (const network of networks) network.unshared = 0;
    try {
      const counts = await this.#counts.add(guesses);
      for (const network of networks) {
        const all = counts.get(this.#subject(network.name));
        if (!all) continue;
        network.unknown = all.unknown + network.unshared;
        network.until = all.until.getTime();
      }
    } catch (error) {
      tellFailure(this.#services.log, error, 'exchanging the counts of unknown codes with other servers failed');
    }
  }

  #subject = (network: string): string => `network ${this.#key.mac(network)}`;
}

const tooMany = (retryAfter: number) =>
  new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' }, { retryAfter: Math.max(1, retryAfter) });
