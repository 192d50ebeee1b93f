import type { GuessLimit } from '../../../identity/guess-limit.ts';
import type { RuleBook } from '../../../identity/rule-book.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import type { Services } from '../../../platform/services.ts';
import { statesToldTo } from '../../../trace/state/record/own-codes.ts';
import { statesOf } from '../../../trace/state/states-of.ts';

/** Limits filtering scans by unknown codes, because the result discloses whether a code exists. */
export class CodeFilter {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #guesses: GuessLimit;

  constructor(services: Services, rules: RuleBook, guesses: GuessLimit) {
    this.#services = services;
    this.#rules = rules;
    this.#guesses = guesses;
  }

  /** Throws 429 if the caller asked for too many unknown codes. */
  async admit(code: string | undefined, caller: Caller<Account>): Promise<void> {
    if (!code) return;
    const watch = await this.#guesses.watch(caller);
    const { sql } = this.#services.system;
    const [found] = await this.#rules.find(sql, [code]);
    const states = found ? await statesToldTo(caller, await statesOf(sql, [found.id])) : new Map();
    await watch.saw(1, states.size > 0 ? 0 : 1);
  }
}
