import type { GoodsFileEvent } from '@suyuan/contract/physical/goods-file.ts';
import type { Principal } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { type Captured, knownIn } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { doneNow } from '#trace/lookup/events-together.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import { placeOf } from '#trace/places.ts';
import { codesLookedAt, isGuess, requireMostlyKnown } from '#trace/read-texts.ts';
import { takeBack } from '../refund/take-back.ts';
import { arrive } from '../waybill/life/arrival.ts';
import { destinationPlace, lockFor } from '../waybill/life/waybill-steps.ts';
import type { FoundDocument } from './documents.ts';
import type { GoodsLine } from './goods-lines.ts';

/** A refused line. */
export type RefusedLine = Omit<RefusedText, 'overridable'> & { readonly line: number };

/** What becomes of some lines: those refused, and those whose codes were unloaded and are not back in their package. */
export interface CapturedLines {
  readonly refused: readonly RefusedLine[];
  readonly notPutBack: readonly RefusedLine[];
  /** The number of accepted lines that were so already. */
  readonly known: number;
}

/** Refusals by code as the file has it, and known codes. */
interface CapturedCodes {
  readonly refused: readonly RefusedText[];
  readonly notPutBack: readonly RefusedText[];
  readonly known: number;
}

/** Lines by their texts, known codes with their texts, and refusals of the others. */
interface ReadLines {
  readonly lines: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<number, string>;
  readonly unread: readonly RefusedText[];
  readonly refused: readonly RefusedLine[];
}

/** The waybill or return of some lines. */
type Document = Exclude<FoundDocument, { refused: unknown }>;

/** The event, and the job whose file it is from. */
interface Doing {
  readonly act: GoodsFileEvent;
  readonly overrideReason: string | null;
  readonly jobId: string;
}

/** Performs the event of a file on its codes, on behalf of the person who sent it and with their rights. */
export class GoodsEvents {
  readonly #services: Services;
  readonly #shared: SharedServices;
  readonly #person: Principal;
  readonly #doing: Doing;

  constructor(services: Services, shared: SharedServices, person: Principal, doing: Doing) {
    this.#services = services;
    this.#shared = shared;
    this.#person = person;
    this.#doing = doing;
  }

  /** Refuses a file that is mostly of unknown codes, by its first ones. */
  async requireMostlyKnown(lines: readonly GoodsLine[]): Promise<void> {
    const first = lines.flatMap(({ code, repeated }) => (code === '' || repeated ? [] : code)).slice(0, codesLookedAt);
    const caller = { ...this.#person, note: () => {} };
    const watch = await this.#shared.guesses.watch(caller, { forCapture: true });
    const { results } = await CodeLookup.resolve(this.#services, this.#shared, caller, first, { counted: false });
    const unknown = results.filter((one) => typeof one === 'object' && isGuess(one)).length;
    await requireMostlyKnown(watch, { codes: first.length, unknown });
  }

  /** Looks up the codes of some lines. Unknown and repeated codes are refused at once. */
  async read(lines: readonly GoodsLine[]): Promise<ReadLines> {
    const refused: RefusedLine[] = [];
    const refuse = ({ line, code }: GoodsLine, reason: RefusedLine['reason']) =>
      refused.push({ line, code, reason, conflict: null });
    for (const one of lines) {
      if (one.code === '') refuse(one, 'malformed_line');
      else if (one.repeated) refuse(one, 'repeated_line');
    }
    const whole = lines.filter(({ code, repeated }) => code !== '' && !repeated);
    const caller = { ...this.#person, note: () => {} };
    const codes = whole.map(({ code }) => code);
    const { results } = await CodeLookup.resolve(this.#services, this.#shared, caller, codes, { forCapture: true });
    const texts = new Map<number, string>();
    const unread: RefusedText[] = [];
    for (const [at, one] of whole.entries()) {
      const is = results[at] as number | RefusedText;
      if (typeof is !== 'number') unread.push(is);
      // One code can have several spellings.
      else if (texts.has(is)) refuse(one, 'repeated_line');
      else texts.set(is, one.code);
    }
    return { lines: new Map(whole.map(({ code, line }) => [code, line])), texts, unread, refused };
  }

  /** Performs the event for a document, in the transaction that holds the capture lock. Each line is told of once. */
  async captureLines(sql: Connection, document: Document, batch: ReadLines): Promise<CapturedLines> {
    const { refused, notPutBack, known } = await this.#captureCodes(sql, document, batch);
    const lined = (refusals: readonly RefusedText[]) =>
      [...new Map(refusals.map((one) => [one.code, one])).values()].map(({ code, reason, conflict }) => ({
        line: batch.lines.get(code) as number,
        ...{ code, reason, conflict },
      }));
    return { refused: [...batch.refused, ...lined(refused)], notPutBack: lined(notPutBack), known };
  }

  /** The refused codes, and those that came off without getting back into their package, as the file has them. */
  async #captureCodes(
    sql: Connection,
    { id, arrived }: Document,
    { texts, unread }: ReadLines,
  ): Promise<CapturedCodes> {
    const codes = [...texts.keys()];
    if (this.#doing.act === 'sign') {
      if (arrived) return this.#signedBefore(sql, id, { texts, unread });
      const goods = { texts, unread };
      const { refusals, known } = await arrive(sql, this.#shared, this.#person, id, { found: goods, differences: [] });
      return { refused: refusals, notPutBack: [], known };
    }
    const inWords = (refusals: readonly Refused[]) =>
      refusedTexts(sql, { rules: this.#shared.rules, seen: this.#person.db }, refusals, texts);
    if (this.#doing.act === 'return') {
      const { refused } = await takeBack(sql, this.#shared, this.#person, id, texts);
      return { refused: [...unread, ...(await inWords(refused))], notPutBack: [], known: 0 };
    }
    // The same time for all codes, so that they become one event.
    const now = doneNow(this.#person);
    const outcomes = await this.#shared.capture.captureIn(
      sql,
      codes.map((code) => this.#inputOf(id, code, now)),
    );
    const refusedCodes = outcomes.flatMap((one) => ('refused' in one ? one.refused : []));
    const remainders = outcomes.flatMap((one, at) =>
      'refused' in one
        ? []
        : (one.notPutBack ?? []).map((around) => ({
            code: codes[at] as number,
            reason: 'not_put_back' as const,
            conflict: around.code,
          })),
    );
    return {
      refused: [...unread, ...(await inWords(refusedCodes))],
      notPutBack: await inWords(remainders),
      known: knownIn(outcomes),
    };
  }

  /** Codes of a waybill all of whose goods have arrived: known if they arrived by it, else refused. */
  async #signedBefore(
    sql: Connection,
    id: number,
    { texts, unread }: Pick<ReadLines, 'texts' | 'unread'>,
  ): Promise<CapturedCodes> {
    const waybill = await lockFor(sql, id, 'sign');
    const placeId = await placeOf(sql, destinationPlace(waybill));
    const common = { ...doneNow(this.#person), act: 'receive' as const, waybillId: id, placeId };
    const codes = [...texts];
    const outcomes = await this.#shared.capture.captureIn(
      sql,
      codes.map(([code]) => ({ ...common, codes: [code] })),
    );
    const refusals = codes
      .filter((_, at) => 'refused' in (outcomes[at] as Captured))
      .map(([, code]) => ({ code, reason: 'not_under_way' as const, conflict: waybill.waybill_no }));
    return { refused: [...unread, ...refusals], notPutBack: [], known: knownIn(outcomes) };
  }

  #inputOf(waybillId: number, code: number, now: ReturnType<typeof doneNow>): EventInput {
    const { act: eventType, overrideReason, jobId } = this.#doing;
    const common = { ...now, jobId, waybillId };
    return eventType === 'unload'
      ? { ...common, act: eventType, codes: [code], placeId: null }
      : { ...common, act: 'load', code, overrideReason };
  }
}
