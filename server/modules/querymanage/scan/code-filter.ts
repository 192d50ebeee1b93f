import type { GuessLimit } from '#identity/guess-limit.ts';
import { keptText, textId } from '#identity/imported-codes.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Services } from '#platform/services.ts';
import { eventRefused } from '#trace/lookup/code-lookup.ts';
import { ownCodes } from '#trace/lookup/own-goods.ts';
import { isGuess, readTexts } from '#trace/read-texts.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** The ids under which the scans of a code are kept: that of the code, and that of the text if it was scanned as none. */
export interface ScansOfCode {
  readonly codeIds?: readonly number[];
}

/** Reads the code by which scans are filtered; unknown ones are limited, because the result discloses whether a code exists. */
export class CodeFilter {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #guesses: GuessLimit;

  constructor(services: Services, rules: RuleBook, guesses: GuessLimit) {
    this.#services = services;
    this.#rules = rules;
    this.#guesses = guesses;
  }

  /** Throws 429 if the caller asked for too many unknown codes, and 409 for the code of another product than the text states. */
  async admit(text: string | undefined, caller: Caller<Account>): Promise<ScansOfCode> {
    if (!text) return {};
    const watch = await this.#guesses.watch(caller);
    const { sql } = this.#services.system.codes;
    const [read] = await readTexts({ sql, rules: this.#rules, reportsMisread: false }, [text]);
    const { code, refused } = read ?? {};
    const own = code && (await ownCodes(caller, (await readCodes(sql, [code.id])).among([code.id])));
    const isOwn = own !== undefined && own.size > 0;
    const isUnknown = refused ? isGuess(refused) : !isOwn;
    await watch.saw(1, isUnknown ? 1 : 0);
    if (code && refused && isOwn) throw eventRefused([refused]);
    return { codeIds: [textId(keptText(text)), ...(code && !refused ? [code.id] : [])] };
  }
}
