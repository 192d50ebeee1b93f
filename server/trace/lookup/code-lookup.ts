import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type EventRefusal, maxRefusals } from '@suyuan/contract/trace/refusal.ts';
import type { Kysely } from 'kysely';
import type { GuessLimit } from '#identity/guess-limit.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import type { AnyDevice } from '#platform/access/authentication.ts';
import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { Locale } from '#platform/language.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { Refused } from '../capture/context/refused.ts';
import { isGuess, readTexts } from '../read-texts.ts';
import { refusalText } from '../refusal-text.ts';
import { type Custodian, custodianOf, leasesOf } from '../state/custody.ts';
import { type IssuedCodes, inOrder } from '../state/issue-facts.ts';
import { Ledger } from '../state/ledger.ts';
import { ownGoods } from './own-goods.ts';

import { type RefusedText, refusedTexts } from './refused-texts.ts';

/** What is needed to resolve texts to codes: the code rules, the limit on guessing, and the ranges that were issued. */
export interface Reading {
  readonly rules: RuleBook;
  readonly guesses: GuessLimit;
  readonly issued: IssuedCodes;
}

/** Who looks codes up: the caller, the principal of a job, or a device. */
type Asking = Pick<Caller<Account>, 'account' | 'db' | 'note'> | AnyDevice;

/** The rows that a party may see, and for whom it acts. */
interface OwnCodes {
  readonly db: Kysely<Schema>;
  readonly custodian: Custodian;
}

/** How codes are looked up. */
interface Manner {
  /**
   * Texts from this index on may also be codes that are on no goods yet; those before it have to be on the party's own goods.
   */
  readonly freshFrom?: number | undefined;
  /** The call acts on the codes: known ones go on while the limit on guessing is reached. */
  readonly forCapture?: boolean;
  /** False where somebody else's guesses are meant, as those of the person who retries a message: then the caller counts. */
  readonly counted?: boolean;
  /** A check that runs while the codes are read; if it rejects, nothing is returned. */
  readonly allowed?: Promise<unknown> | undefined;
}

/** The codes that a call names: maps each code id back to the text that was sent, for refusals. */
export class CodeLookup {
  readonly #texts = new Map<number, string>();
  /** Texts that are no code, by the id that stands for them in an event: a negative one, which no code has. */
  readonly #unread = new Map<number, RefusedText>();
  readonly #shared: Reading;
  readonly #services: Services;
  readonly #db: Kysely<Schema>;

  private constructor(services: Services, shared: Reading, asking: Asking) {
    this.#services = services;
    this.#db = 'account' in asking ? asking.db : (narrowedFor(services, asking)?.db ?? services.system.codes.db);
    this.#shared = shared;
  }

  /**
   * Resolves the texts that were sent to code ids. Throws 409 with every text that is no code; to people of a party, codes that
   * they may not know are unknown, too. Unknown codes count against the limit on guessing. Texts from index `freshFrom` on may
   * also be codes that are on no goods yet; those before it have to be on the party's own goods.
   */
  static async resolveOrThrow(
    services: Services,
    shared: Reading,
    caller: Asking,
    texts: readonly string[],
    manner: Manner = {},
  ): Promise<{ lookup: CodeLookup; ids: number[] }> {
    const { lookup, results } = await CodeLookup.resolve(services, shared, caller, texts, manner);
    const unknown = results.filter((one) => typeof one === 'object');
    if (unknown.length > 0) throw eventRefused(unknown);
    return { lookup, ids: results.filter((one) => typeof one === 'number') };
  }

  /**
   * The same without throwing: an id that no code has stands for a text that is no code, so an event with it is refused, and
   * `refusal` says so together with what speaks against the other codes. No event may be taken while there are `unread` texts.
   */
  static async resolveAll(
    services: Services,
    shared: Reading,
    caller: Asking,
    texts: readonly string[],
    manner: Manner = {},
  ): Promise<{ lookup: CodeLookup; ids: number[] }> {
    const { lookup, results } = await CodeLookup.resolve(services, shared, caller, texts, manner);
    const ids = results.map((one) => (typeof one === 'number' ? one : lookup.#placeholder(one)));
    return { lookup, ids };
  }

  #placeholder(unread: RefusedText): number {
    const id = -1 - this.#unread.size;
    this.#unread.set(id, unread);
    return id;
  }

  /** The texts that are no code. */
  get unread(): readonly RefusedText[] {
    return [...this.#unread.values()];
  }

  /**
   * The same without throwing: returns for each text the code id, or why it is none.
   */
  static async resolve(
    services: Services,
    shared: Reading,
    caller: Asking,
    texts: readonly string[],
    { freshFrom = Number.POSITIVE_INFINITY, forCapture = false, counted = true, allowed }: Manner = {},
  ): Promise<{ lookup: CodeLookup; results: (number | RefusedText)[] }> {
    const lookup = new CodeLookup(services, shared, caller);
    const [watch, { readings, own }] = await Promise.all([
      counted ? shared.guesses.watch(caller, { forCapture }) : undefined,
      lookup.#read(caller, texts),
      allowed,
    ]);
    const results = readings.map(({ code, refused }, index): number | RefusedText => {
      const text = texts[index] as string;
      // Of codes that they may not know, people of a party do not learn whose they are.
      if (code && !own(code.id, index >= freshFrom)) return { code: text, reason: 'unknown_code', conflict: null };
      if (refused) return refused;
      lookup.#texts.set(code.id, text);
      return code.id;
    });
    await watch?.saw(texts.length, guessesIn(results));
    return { lookup, results };
  }

  async #read(caller: Asking, texts: readonly string[]) {
    const { sql } = this.#services.system.codes;
    const reader = { sql, rules: this.#shared.rules, reportsMisread: reportsMisread(caller) };
    const readings = await readTexts(reader, texts);
    const ids = readings.flatMap(({ code }) => (code ? [code.id] : []));
    const own = narrowedFor(this.#services, caller);
    if (own) return { readings, own: await ownAmong(this.#services, own, ids) };
    const issued = await this.#shared.issued.among(sql, inOrder(ids));
    return { readings, own: (id: number) => issued.has(id) };
  }

  /** The 409 for what the capture refused, and for every text that is no code. */
  async refusal(refused: readonly Refused[], sql?: Connection): Promise<Refusal> {
    const codes = refused.filter(({ code }) => !this.#unread.has(code));
    return eventRefused([...this.unread, ...(await this.texts(codes, sql))]);
  }

  /**
   * Refusals with the texts that were sent in place of code ids, and no names that the caller may not see. Who holds a connection
   * passes it.
   */
  async texts(refused: readonly Refused[], sql: Connection = this.#services.system.codes.sql): Promise<RefusedText[]> {
    const { rules } = this.#shared;
    return refusedTexts(sql, { rules, seen: this.#db }, refused, this.#texts);
  }
}

/** Whether an id stands for a text that is no code. */
export const isStandIn = (code: number): boolean => code < 0;

/** How many guesses there are among texts that were looked up. One that came twice is one guess. */
const guessesIn = (codes: readonly (number | RefusedText)[]): number =>
  new Set(codes.flatMap((one) => (typeof one === 'object' && isGuess(one) ? [one.code] : []))).size;

/**
 * The asker's party, and the rows that it may see; undefined for the enterprise and for production lines, to whom every issued code
 * is known. What a line may touch is decided by its work orders.
 */
function narrowedFor({ system, tables }: Services, asking: Asking): OwnCodes | undefined {
  if ('account' in asking)
    return isOfEnterprise(asking.account) ? undefined : { db: asking.db, custodian: custodianOf(asking.account) };
  return 'party' in asking && asking.party ? { db: system.seenBy(asking, tables), custodian: asking.party } : undefined;
}

/** People and systems of a party must not learn which texts nearly match a rule; a line has to know what its camera misread. */
const reportsMisread = (asking: Asking): boolean =>
  'account' in asking ? isOfEnterprise(asking.account) : !('party' in asking && asking.party);

/** A 409 that names each code with the reason, what it collides with, and what to do about it; only the first of very many. */
export function eventRefused(refused: readonly RefusedText[]): Refusal {
  const first = refused.slice(0, maxRefusals);
  const more = refused.length > first.length;
  return new Refusal(
    409,
    ErrorCode.conflict,
    { reason: more ? 'act_refused_more' : 'act_refused', params: { count: first.length } },
    { details: (locale) => ({ refusals: first.map((one) => refusalMessage(locale, one)), ...(more ? { more } : {}) }) },
  );
}

/** A refusal in words. */
export const refusalMessage = (locale: Locale, refused: RefusedText): EventRefusal => ({
  ...refused,
  message: refusalText(locale, refused),
});

/**
 * Returns a test for which issued codes people of a party may know: those on goods that the party has or had to do with, and, where
 * `mayBeFresh`, those that are on no goods, not yet, or not any more, as the label of an emptied case; but not those leased to
 * lines of others. Whether the party may touch them now, the capture says.
 */
export async function ownAmong(
  { system }: Services,
  { db, custodian }: OwnCodes,
  ids: readonly number[],
): Promise<(id: number, mayBeFresh: boolean) => boolean> {
  const ledger = new Ledger(system.codes.sql);
  const [leasedAway] = await Promise.all([leasesOf(system.codes.sql, inOrder(ids)), ledger.read(ids)]);
  const records = ids.flatMap((id) => ledger.get(id) ?? []);
  const isOwn = await ownGoods(system.codes.sql, db, ledger, records);
  return (id, mayBeFresh) => {
    const record = ledger.get(id);
    if (!record) return false;
    if (isOwn(record)) return true;
    const isOnNothing = record.workOrderId === null && (record.life === 'issued' || record.life === 'active');
    return mayBeFresh && isOnNothing && !leasedAway(custodian, id);
  };
}
