import { ErrorCode } from '../../../contract/call/errors.ts';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { GuessLimit } from '../../identity/guess-limit.ts';
import type { RuleBook } from '../../identity/rule-book.ts';
import { type Account, type Caller, isOfEnterprise } from '../../platform/caller.ts';
import type { Hearer } from '../../platform/language.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { Refused } from '../capture/acts/acting/refused.ts';
import { type Custodian, custodianOf } from '../custody/custodian.ts';
import { leasesOf } from '../custody/leased-codes.ts';
import { refusalText } from '../refusal-text.ts';
import { Ledger } from '../state/ledger.ts';
import { inOrder } from '../state/record/code-ranges.ts';
import { isGuess, unreadReason } from '../unread-reason.ts';
import type { IssuedCodes } from './issued-codes.ts';
import { ownGoods } from './own-goods.ts';
import { type RefusedText, refusedTexts } from './refused-texts.ts';

/** What is needed to resolve texts to codes: the code rules, the limit on guessing, and the ranges that were issued. */
export interface Reading {
  readonly rules: RuleBook;
  readonly guesses: GuessLimit;
  readonly issued: IssuedCodes;
}

/** Who asks: the caller, or the principal of a job. */
type Asking = Pick<Caller<Account>, 'account' | 'db' | 'note'>;

/** The codes that a call names: maps each code id back to the text that was sent, for refusals. */
export class AskedCodes {
  readonly #texts = new Map<number, string>();
  readonly #rooms: Reading;
  readonly #services: Services;

  private constructor(services: Services, rooms: Reading) {
    this.#services = services;
    this.#rooms = rooms;
  }

  /**
   * Resolves the texts that were sent to code ids. Throws 409 with every text that is no code; to people of a party, codes that
   * they may not know are unknown, too. Unknown codes count against the limit on guessing. Texts from index `freshFrom` on may
   * also be codes that are on no goods yet; those before it have to be on the party's own goods.
   */
  static async read(
    services: Services,
    rooms: Reading,
    caller: Asking,
    texts: readonly string[],
    freshFrom = Number.POSITIVE_INFINITY,
  ): Promise<{ asked: AskedCodes; ids: number[] }> {
    const { asked, found } = await AskedCodes.sort(services, rooms, caller, texts, { freshFrom });
    const unknown = found.filter((one) => typeof one === 'object');
    if (unknown.length > 0) throw actRefused(unknown);
    return { asked, ids: found.filter((one) => typeof one === 'number') };
  }

  /**
   * The same without throwing: returns for each text the code id, or why it is none. `allowed` is a check that runs while the
   * codes are read; if it rejects, nothing is returned.
   */
  static async sort(
    services: Services,
    rooms: Reading,
    caller: Asking,
    texts: readonly string[],
    {
      freshFrom = Number.POSITIVE_INFINITY,
      allowed,
    }: { freshFrom?: number; allowed?: Promise<unknown> | undefined } = {},
  ): Promise<{ asked: AskedCodes; found: (number | RefusedText)[] }> {
    const asked = new AskedCodes(services, rooms);
    const [watch, { recognised, own }] = await Promise.all([
      rooms.guesses.watch(caller),
      asked.#recognise(caller, texts),
      allowed,
    ]);
    const found = recognised.map((code, index) => {
      const sent = texts[index] as string;
      if (code && own(code.id, index >= freshFrom)) {
        asked.#texts.set(code.id, sent);
        return code.id;
      }
      const reason = code ? 'unknown_code' : unreadReason(rooms.rules, sent, isOfEnterprise(caller.account));
      return { code: sent, reason, conflict: null };
    });
    await watch.saw(texts.length, found.filter((one) => typeof one === 'object' && isGuess(one)).length);
    return { asked, found };
  }

  async #recognise(caller: Asking, texts: readonly string[]) {
    const recognised = await this.#rooms.rules.find(this.#services.system.sql, texts);
    const ids = recognised.flatMap((code) => (code ? [code.id] : []));
    if (!isOfEnterprise(caller.account)) {
      const asking = { db: caller.db, custodian: custodianOf(caller.account) };
      return { recognised, own: await ownAmong(this.#services, asking, ids) };
    }
    const issued = await this.#rooms.issued.among(this.#services.system.sql, inOrder(ids));
    return { recognised, own: (id: number) => issued.has(id) };
  }

  /** The 409 for what the capture refused. */
  async refusal(refused: readonly Refused[]): Promise<Refusal> {
    return actRefused(await this.texts(refused));
  }

  /** Refusals with the texts that were sent in place of code ids. */
  async texts(refused: readonly Refused[]): Promise<RefusedText[]> {
    return refusedTexts(this.#services.system.sql, this.#rooms.rules, refused, this.#texts);
  }
}

/** A 409 that names each code with the reason, what it collides with, and what to do about it. */
export function actRefused(refused: readonly RefusedText[]): Refusal {
  return new Refusal(
    409,
    ErrorCode.conflict,
    { reason: 'act_refused', params: { count: refused.length } },
    { details: (hearer) => ({ refusals: refused.map((one) => saidTo(hearer, one)) }) },
  );
}

/** A refusal in words. */
export const saidTo = (hearer: Hearer, refused: RefusedText): ActRefusal => ({
  ...refused,
  message: refusalText(hearer, refused),
});

/**
 * Returns a test for which issued codes people of a party may know: those on goods that the party has or had to do with, and, where
 * `mayBeFresh`, those that are on no goods, not yet, or not any more, as the label of an emptied case; but not those leased to
 * lines of others. Whether the party may touch them now, the capture says.
 */
export async function ownAmong(
  { system }: Services,
  { db, custodian }: { readonly db: Caller<Account>['db']; readonly custodian: Custodian },
  ids: readonly number[],
): Promise<(id: number, mayBeFresh: boolean) => boolean> {
  const ledger = new Ledger(system.sql);
  const [leasedAway] = await Promise.all([leasesOf(system.sql, inOrder(ids)), ledger.read(ids)]);
  const records = ids.flatMap((id) => ledger.get(id) ?? []);
  const isOwn = await ownGoods(system.sql, db, ledger, records);
  return (id, mayBeFresh) => {
    const record = ledger.get(id);
    if (!record) return false;
    if (isOwn(record)) return true;
    const isOnNothing = record.workOrderId === null && (record.life === 'issued' || record.life === 'active');
    return mayBeFresh && isOnNothing && !leasedAway(custodian, id);
  };
}
