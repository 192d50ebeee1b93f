import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyReply } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Account, type Caller, hasLeft, overSignal, whenOver } from '../caller.ts';
import { callerLeft, overloaded, Refusal } from '../refusal.ts';
import type { Spool } from './spool.ts';

/** The most long answers under way on one server, for an account and in all. */
export const maxOfAccount = 8;
const maxInAll = 40;

/** The headers of a file. */
export interface FileHead {
  readonly type: string;
  /** The header `content-disposition`; none if it is not a download. */
  readonly disposition?: string;
  /** Further headers, determined once the bytes are made and before they are sent. */
  readonly ofBytes?: () => Promise<Readonly<Record<string, string>>>;
}

/** Makes the bytes; the iteration ends early if the caller has disconnected. */
export type Making = () => AsyncIterable<Uint8Array | string>;

/**
 * Answers that take long to make or to send. They are first made completely, into a file of the spool, in one of a few slots;
 * then sent, when they occupy nothing but that file, so slow readers delay nobody. An error while one is made is answered by an
 * ordinary envelope.
 */
export class LongAnswers {
  readonly #spool: Spool;
  /** The slots for making answers, which limit how many read the database at once; and one slot for each account. */
  readonly #limit: LimitFunction;
  readonly #turnOf = new Map<number, LimitFunction>();
  readonly #ofAccount = new Map<number, number>();
  #inAll = 0;

  constructor(spool: Spool, atOnce: number) {
    this.#spool = spool;
    this.#limit = pLimit(atOnce);
  }

  /** Counts an answer until its end; throws if there are too many. */
  admit(reply: FastifyReply, account: Account | undefined): void {
    if (this.#inAll >= maxInAll) throw overloaded(10, 'too many files are made at once');
    if (account) this.charge(reply, account.id);
    this.#inAll += 1;
    whenOver(reply, () => {
      this.#inAll -= 1;
    });
  }

  /** Counts an answer for an account that becomes known only later. */
  charge(reply: FastifyReply, account: number): void {
    const underWay = this.#ofAccount.get(account) ?? 0;
    if (underWay >= maxOfAccount) throw tooManyAnswers();
    this.#ofAccount.set(account, underWay + 1);
    whenOver(reply, () => {
      const count = (this.#ofAccount.get(account) ?? 1) - 1;
      if (count > 0) this.#ofAccount.set(account, count);
      else this.#ofAccount.delete(account);
    });
  }

  /** Makes an answer in a slot and sends it; resolves to whether it was sent completely. */
  async send({ reply, account }: Caller<Account>, head: FileHead, make: Making, limit = this.#limit): Promise<boolean> {
    const over = overSignal(reply);
    const file = await this.#withCaptureLock(account.id, () =>
      limit(() => {
        if (hasLeft(reply)) throw callerLeft();
        return this.#spool.fill(make(), { unwanted: over, tooLarge: answerTooLarge });
      }),
    );
    try {
      if (hasLeft(reply)) return false;
      const headers = await head.ofBytes?.();
      reply.type(head.type).header('cache-control', 'private, no-store').header('content-length', file.size);
      if (headers) reply.headers(headers);
      if (head.disposition !== undefined) reply.header('content-disposition', head.disposition);
      const delivery = new Promise<void>((resolve) => whenOver(reply, resolve));
      reply.send(file.read());
      await delivery;
      return reply.raw.writableFinished;
    } finally {
      await file.discard();
    }
  }

  /** Makes answers of one account one after the other, so that it cannot take all slots. */
  async #withCaptureLock<Result>(account: number, work: () => Promise<Result>): Promise<Result> {
    const own = this.#turnOf.get(account) ?? pLimit(1);
    this.#turnOf.set(account, own);
    try {
      return await own(work);
    } finally {
      if (own.activeCount + own.pendingCount === 0) this.#turnOf.delete(account);
    }
  }
}

const tooManyAnswers = () =>
  new Refusal(
    429,
    ErrorCode.tooMany,
    { reason: 'too_many_answers', params: { limit: maxOfAccount } },
    { retryAfter: 10 },
  );

const answerTooLarge = (limit: number) =>
  new Refusal(413, ErrorCode.tooLarge, { reason: 'answer_too_large', params: { limit } });
