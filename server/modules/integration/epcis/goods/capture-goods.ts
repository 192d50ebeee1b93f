import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { messageOf } from '#platform/http/envelope.ts';
import type { Locale } from '#platform/language.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventsIn, type Captured as InCapture } from '#trace/capture/checked-events.ts';
import type { EpcReading } from '#trace/epcis/identifiers.ts';
import { OwnUris } from '#trace/epcis/own-uri.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import { refusalText } from '#trace/refusal-text.ts';
import type { Captured } from '../capture/keep-events.ts';
import { type GoodsOfEvent, goodsOfEvent } from './goods-of-event.ts';
import { type OwnCodes, ownCodesIn } from './own-codes.ts';
import { canWait, raiseWaiting, type WaitingEvent } from './waiting-events.ts';

/** What became of what an event says of our codes. */
export type GoodsOutcome =
  /** It is done: these are its rows; none if it was known. */
  | { readonly rows: readonly number[] }
  /** It waits for what has not come yet. */
  | { readonly waits: readonly RefusedText[] }
  | { readonly error: string };

/** What carrying out an event came to: rows, refusals, a refusal of the whole, or the name of an act that is decided here. */
type Carried = { readonly rows: readonly number[] } | { readonly refused: readonly RefusedText[] } | Refusal | string;

/** Who captures, in which language they are answered. */
export interface Capturing {
  readonly account: Account;
  readonly locale: Locale;
}

/** Takes what captured events say of codes of this enterprise to the capture of its events, as if they came from a device. */
export class GoodsCapture {
  readonly #services: Services;
  readonly #shared: SharedServices;

  constructor(services: Services, shared: SharedServices) {
    this.#services = services;
    this.#shared = shared;
  }

  /** The codes of ours in events. */
  ownCodes(account: Account, events: readonly Captured[]): Promise<OwnCodes> {
    return ownCodesIn(
      this.#services,
      this.#shared,
      account,
      events.map(({ event }) => event),
    );
  }

  /**
   * Does work that captures events in a transaction of its own. The work may be done several times. What is done by documents changes
   * these, too, so it holds the capture lock from the beginning.
   */
  transaction<Result>(isByDocument: boolean, work: (sql: Connection) => Promise<Result>): Promise<Result> {
    const { capture } = this.#shared;
    return isByDocument ? capture.withCaptureLock(work) : capture.inBatch(work);
  }

  /** What is needed to say what own events are. */
  reading(sql: Connection): EpcReading {
    return { sql, rules: this.#shared.rules, own: new OwnUris(this.#services.publicUrl()) };
  }

  raiseWaiting(sql: Connection, { id, name }: Account, waiting: readonly WaitingEvent[]): Promise<void> {
    return raiseWaiting(sql, this.#shared.exceptions, { accountId: id, name }, waiting);
  }

  /** Carries out events in the order in which they happened, in the transaction of the caller. */
  async carryOut(
    sql: Connection,
    { account, locale }: Capturing,
    own: OwnCodes,
    events: readonly Captured[],
  ): Promise<Map<Captured, GoodsOutcome>> {
    const db = this.#services.system.seenBy(account, this.#services.tables);
    const caller = { account, db, language: locale.language };
    const outcomes = new Map<Captured, GoodsOutcome>();
    const inTime = events.toSorted((one, other) => Date.parse(one.event.eventTime) - Date.parse(other.event.eventTime));
    for (const one of inTime) {
      const goods = await goodsOfEvent({ sql, db, account, own }, one.event);
      const outcome = await this.#outcomeOf(sql, caller, goods, own);
      if (outcome) outcomes.set(one, this.#answer(outcome, locale));
    }
    return outcomes;
  }

  async #outcomeOf(
    sql: Connection,
    caller: Pick<Caller<Account>, 'account' | 'db' | 'language'>,
    goods: GoodsOfEvent,
    own: OwnCodes,
  ): Promise<Carried | undefined> {
    if (goods === 'nothing') return undefined;
    if ('decided' in goods) return goods.decided;
    if ('refused' in goods) return goods;
    if ('input' in goods) {
      const [carried] = await this.#shared.capture.captureIn(sql, [goods.input]);
      return this.#rowsOf(sql, caller, carried as InCapture, own);
    }
    try {
      const outcome = await this.#shared.goodsByDocument.get()(sql, caller, goods.byDocument);
      return 'events' in outcome ? { rows: outcome.events } : outcome;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return error;
      throw error;
    }
  }

  async #rowsOf(
    sql: Connection,
    { db, account }: Pick<Caller<Account>, 'account' | 'db'>,
    carried: InCapture,
    own: OwnCodes,
  ) {
    if (!('refused' in carried)) return { rows: eventsIn([carried]) };
    const uris = new Map([...own].map(([uri, code]) => [code, uri]));
    const seen = isOfEnterprise(account) ? ('everything' as const) : db;
    return { refused: await refusedTexts(sql, { rules: this.#shared.rules, seen }, carried.refused, uris) };
  }

  #answer(outcome: Carried, locale: Locale): GoodsOutcome {
    if (typeof outcome === 'string') {
      return { error: `is of a kind that is decided where the goods are (${outcome}), and cannot be captured` };
    }
    if (outcome instanceof Refusal) return { error: messageOf(outcome, locale.language) };
    if ('rows' in outcome) return outcome;
    if (canWait(outcome.refused)) return { waits: outcome.refused };
    const words = outcome.refused.slice(0, mostTold).map((one) => `${one.code}: ${refusalText(locale, one)}`);
    return { error: words.join(' ') };
  }
}

/** A refused event tells the first codes that are at fault. */
const mostTold = 5;
