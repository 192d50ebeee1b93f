import { ErrorCode } from '../../contract/call/errors.ts';
import { GuessCounts } from '../identity/guess-counts.ts';
import { isOwnMachine, networksOf } from '../platform/network/network.ts';
import { Refusal } from '../platform/refusal.ts';
import type { MacKey } from '../platform/secrets/master-key.ts';
import type { Services } from '../platform/services.ts';
import { GuessReport } from './guess-report.ts';

/** Codes that are none a network may ask for in a minute: many people behind one address mistype fewer. */
const mostUnknown = 30;
/** Questions of one network that may be under way: beyond these its others wait for nobody else's. */
const mostAtOnce = 32;
const minute = 60_000;
/** Networks that are remembered; the oldest are forgotten. */
const mostNetworks = 50_000;
/** How often servers tell each other what they counted. */
const shareEvery = 1000;

interface Standing {
  readonly name: string;
  readonly weight: number;
  underWay: number;
  /** Unknown codes it asked for until then, on all servers as far as they are heard of. */
  unknown: number;
  until: number;
  /** Those of them that the others have not heard of. */
  unshared: number;
}

/**
 * Keeps one network from guessing codes or GTINs, and from taking the answers of all others. It is told neither sooner
 * nor later for one than for another: what counts is only that an answer was "unknown". Counted here at once, and with
 * the other servers in the database (GuessCounts) about a second later: a question waits for no count.
 */
export class AddressGuard {
  readonly #services: Services;
  readonly #counts: GuessCounts;
  readonly #report: GuessReport;
  readonly #key: MacKey;
  readonly #networks = new Map<string, Standing>();
  #sharing: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#counts = new GuessCounts(services.system.sql);
    this.#report = new GuessReport(services);
    this.#key = services.masterKey.macKey('guessing');
  }

  /** Lets a question be answered, or refuses it with 429. */
  async watch<Answer>(
    ip: string | undefined,
    ask: () => Promise<Answer>,
    isUnknown: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const networks = this.#watched(ip);
    const guessing = networks.find(({ unknown, weight }) => unknown >= mostUnknown * weight);
    if (guessing) {
      this.#report.add(guessing.name);
      throw tooMany(Math.ceil((guessing.until - Date.now()) / 1000));
    }
    if (networks.some(({ underWay, weight }) => underWay >= mostAtOnce * weight)) throw tooMany(1);
    for (const network of networks) network.underWay += 1;
    try {
      const answer = await ask();
      if (isUnknown(answer)) for (const network of networks) this.#count(network);
      return answer;
    } finally {
      for (const network of networks) network.underWay -= 1;
    }
  }

  /** Forgets what does not count any more. */
  sweep(): Promise<void> {
    return this.#counts.sweep();
  }

  /** The networks that are held to account. This machine's own address is a proxy's that nobody was told of, or a test's. */
  #watched(ip: string | undefined): readonly Standing[] {
    if (!this.#services.config.rateLimit || ip === undefined || isOwnMachine(ip)) return [];
    return networksOf(ip).map(({ name, weight }) => this.#of(name, weight));
  }

  #of(name: string, weight: number): Standing {
    const now = Date.now();
    const known = this.#networks.get(name) ?? { name, weight, underWay: 0, unknown: 0, until: 0, unshared: 0 };
    if (known.until <= now) Object.assign(known, { unknown: 0, until: now + minute });
    // Last again: the first ones have been away longest.
    this.#networks.delete(name);
    this.#networks.set(name, known);
    if (this.#networks.size > mostNetworks) this.#networks.delete(this.#networks.keys().next().value as string);
    return known;
  }

  #count(network: Standing): void {
    network.unknown += 1;
    network.unshared += 1;
    this.#sharing ??= setTimeout(() => void this.#share(), shareEvery).unref();
  }

  /** Adds what was counted here to what the others counted, and goes on from there. */
  async #share(): Promise<void> {
    this.#sharing = undefined;
    const own = [...this.#networks.values()].filter(({ unshared }) => unshared > 0);
    const guesses = own.map(({ name, unshared }) => ({ subject: this.#subject(name), unknown: unshared, seconds: 60 }));
    for (const network of own) network.unshared = 0;
    try {
      const counted = await this.#counts.add(guesses);
      for (const network of own) {
        const all = counted.get(this.#subject(network.name));
        if (!all) continue;
        network.unknown = all.unknown + network.unshared;
        network.until = all.until.getTime();
      }
    } catch (error) {
      this.#services.log.error(error, 'counting unknown codes together with other servers failed');
    }
  }

  #subject = (network: string): string => `network ${this.#key.mac(network)}`;
}

const tooMany = (retryAfter: number) =>
  new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' }, { retryAfter: Math.max(1, retryAfter) });
