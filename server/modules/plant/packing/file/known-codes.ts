import type { GuessWatch } from '#identity/guess-limit.ts';
import { isOfEnterprise, type Principal } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { ownAmong } from '#trace/lookup/code-lookup.ts';
import { isGuess, requireMostlyKnown } from '#trace/read-texts.ts';
import { custodianOf } from '#trace/state/custody.ts';
import { inOrder } from '#trace/state/issue-facts.ts';
import type { FiledPackage } from './filed-packages.ts';
import type { FirstCodes } from './packing-file.ts';

/** Which codes of a file its sender knows: those that were issued, and, for people of a party, that they may touch. */
export class KnownCodes {
  readonly #services: Services;
  readonly #shared: SharedServices;
  readonly #person: Principal;
  readonly #watch: GuessWatch;

  constructor(services: Services, shared: SharedServices, { person, watch }: { person: Principal; watch: GuessWatch }) {
    this.#services = services;
    this.#shared = shared;
    this.#person = person;
    this.#watch = watch;
  }

  /** Refuses a file that is mostly of unknown codes, by its first lines. */
  async requireMostlyKnown({ ids, unread }: FirstCodes): Promise<void> {
    const isKnown = await this.#test(ids);
    const guesses = unread.filter(isGuess).length;
    const unknown = guesses + ids.filter((id) => !isKnown(id)).length;
    await requireMostlyKnown(this.#watch, { codes: ids.length + guesses, unknown });
  }

  /**
   * The packages with unknown codes, and their refusals. They are found, and counted as guesses, before the capture lock is taken, since
   * others wait for it.
   */
  async unknownIn(packages: readonly FiledPackage[]): Promise<Map<FiledPackage, Captured>> {
    const isKnown = await this.#test(packages.flatMap(codesOf));
    const refusals = packages.flatMap((one): [FiledPackage, Refused[]][] => {
      const unknown = codesOf(one).filter((code) => !isKnown(code));
      return unknown.length === 0 ? [] : [[one, unknown.map((code) => ({ code, reason: 'unknown_code' }))]];
    });
    const unknown = new Set(refusals.flatMap(([, all]) => all.map(({ code }) => code))).size;
    await this.#watch.saw(unknown, unknown);
    return new Map(refusals.map(([one, all]) => [one, { refused: all }]));
  }

  async #test(codes: readonly number[]): Promise<(code: number) => boolean> {
    const ids = inOrder(codes);
    if (isOfEnterprise(this.#person.account)) {
      const issuedIds = await this.#shared.issued.among(this.#services.system.codes.sql, ids);
      return (code) => issuedIds.has(code);
    }
    const own = { db: this.#person.db, custodian: custodianOf(this.#person.account) };
    const isOwn = await ownAmong(this.#services, own, ids);
    return (code) => isOwn(code, true);
  }
}

const codesOf = ({ parent, children }: FiledPackage): number[] => [parent, ...children];
