import type { GoodsFileAct } from '../../../../contract/physical/goods-file.ts';
import type { Principal } from '../../../platform/caller.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { AskedCodes } from '../../../trace/asked/asked-codes.ts';
import { doneNow } from '../../../trace/asked/moment.ts';
import { type RefusedText, refusedTexts } from '../../../trace/asked/refused-texts.ts';
import type { ActInput } from '../../../trace/capture/acts/acting/act-input.ts';
import { takeBack } from '../refund/take-back.ts';
import { arrive } from '../waybill/life/arrival.ts';
import type { GoodsLine } from './goods-lines.ts';

/** A line that was not taken. */
export type RefusedLine = Omit<RefusedText, 'overridable'> & { readonly line: number };

/** Lines whose codes are known, by what each was sent as, and those that have none. */
interface ReadLines {
  readonly lines: ReadonlyMap<string, number>;
  readonly texts: ReadonlyMap<number, string>;
  readonly unread: readonly RefusedText[];
  readonly refused: readonly RefusedLine[];
}

/** What is done, and as which work. */
interface Doing {
  readonly act: GoodsFileAct;
  readonly overrideReason: string | null;
  readonly batchKey: string;
}

/** Does with codes of a file what it is for: for whom the file's job works, with their rights. */
export class GoodsActs {
  readonly #services: Services;
  readonly #rooms: Rooms;
  readonly #person: Principal;
  readonly #doing: Doing;

  constructor(services: Services, rooms: Rooms, person: Principal, doing: Doing) {
    this.#services = services;
    this.#rooms = rooms;
    this.#person = person;
    this.#doing = doing;
  }

  /** What the codes of some lines are: what is no code, or comes twice, is refused at once. */
  async read(lines: readonly GoodsLine[]): Promise<ReadLines> {
    const refused: RefusedLine[] = [];
    const refuse = ({ line, code }: GoodsLine, reason: RefusedLine['reason']) =>
      refused.push({ line, code, reason, conflict: null });
    for (const one of lines) {
      if (one.code === '') refuse(one, 'malformed_line');
      else if (one.repeated) refuse(one, 'repeated_line');
    }
    const whole = lines.filter(({ code, repeated }) => code !== '' && !repeated);
    const asking = { ...this.#person, note: () => {} };
    const sent = whole.map(({ code }) => code);
    const { found } = await AskedCodes.sort(this.#services, this.#rooms, asking, sent);
    const texts = new Map<number, string>();
    const unread: RefusedText[] = [];
    for (const [at, one] of whole.entries()) {
      const is = found[at] as number | RefusedText;
      if (typeof is !== 'number') unread.push(is);
      // The same code may be written in two ways.
      else if (texts.has(is)) refuse(one, 'repeated_line');
      else texts.set(is, one.code);
    }
    return { lines: new Map(whole.map(({ code, line }) => [code, line])), texts, unread, refused };
  }

  /** Does it by a document, in the transaction of whoever has the turn; answers the lines that were refused, each once. */
  async carryOut(sql: Connection, id: number, read: ReadLines): Promise<RefusedLine[]> {
    const told = [...new Map((await this.#refusedOf(sql, id, read)).map((one) => [one.code, one])).values()];
    const lines = told.map(({ code, reason, conflict }) => ({
      line: read.lines.get(code) as number,
      ...{ code, reason, conflict },
    }));
    return [...read.refused, ...lines];
  }

  /** What was refused, the code as the file has it. */
  async #refusedOf(sql: Connection, id: number, { texts, unread }: ReadLines): Promise<readonly RefusedText[]> {
    const codes = [...texts.keys()];
    // At one moment, so that what is done to many codes is one act.
    const now = doneNow(this.#person);
    if (this.#doing.act === 'sign') {
      return (await arrive(sql, this.#rooms, this.#person, id, { found: { texts, unread }, told: [] })).refusals;
    }
    const refused =
      this.#doing.act === 'return'
        ? (await takeBack(sql, this.#rooms, this.#person, id, texts)).refused
        : (
            await this.#rooms.capture.actIn(
              sql,
              codes.map((code) => this.#inputOf(id, code, now)),
            )
          ).flatMap((one) => ('refused' in one ? one.refused : []));
    return [...unread, ...(await refusedTexts(sql, this.#rooms.rules, refused, texts))];
  }

  #inputOf(waybillId: number, code: number, now: ReturnType<typeof doneNow>): ActInput {
    const { act, overrideReason, batchKey } = this.#doing;
    const common = { ...now, batchKey, waybillId };
    return act === 'unload'
      ? { ...common, act, codes: [code], placeId: null }
      : { ...common, act: 'load', code, overrideReason };
  }
}
