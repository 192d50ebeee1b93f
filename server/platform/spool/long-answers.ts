import type { FastifyReply } from 'fastify';
import pLimit, { type LimitFunction } from 'p-limit';
import { ErrorCode } from '../../../contract/call/errors.ts';
import { type Account, type Caller, hasLeft, overSignal, whenOver } from '../caller.ts';
import { callerLeft, overloaded, Refusal } from '../refusal.ts';
import type { Spool } from './spool.ts';

/** Long answers that an account may have under way, and all of them together, in each server. */
export const mostOfAccount = 8;
const mostInAll = 40;

/** What a file is sent as. */
export interface FileHead {
  readonly type: string;
  /** The header `content-disposition`; none for what is not kept as a file. */
  readonly disposition?: string;
  /** What is said of the bytes once they are made and before they leave, as headers. */
  readonly ofBytes?: () => Promise<Readonly<Record<string, string>>>;
}

/** Makes bytes, as fast as they can be made; ended early when nobody wants them. */
export type Making = () => AsyncIterable<Uint8Array | string>;

/**
 * Answers that are long to make or to send. They are made first, to a file on disk, in a turn; then sent, when they hold
 * nothing but that file: however slowly somebody reads, nobody else waits. What goes wrong while one is made is said in
 * the envelope.
 */
export class LongAnswers {
  readonly #spool: Spool;
  /** Making: so many read the database at once, and one of each account. */
  readonly #turn: LimitFunction;
  readonly #turnOf = new Map<number, LimitFunction>();
  readonly #ofAccount = new Map<number, number>();
  #inAll = 0;

  constructor(spool: Spool, atOnce: number) {
    this.#spool = spool;
    this.#turn = pLimit(atOnce);
  }

  /** Counts an answer until its end, or refuses it: there are too many. */
  admit(reply: FastifyReply, account: Account | undefined): void {
    if (this.#inAll >= mostInAll) throw overloaded(10);
    if (account) this.charge(reply, account.id);
    this.#inAll += 1;
    whenOver(reply, () => {
      this.#inAll -= 1;
    });
  }

  /** Counts an answer as one of an account that is known only later. */
  charge(reply: FastifyReply, account: number): void {
    const underWay = this.#ofAccount.get(account) ?? 0;
    if (underWay >= mostOfAccount) throw tooManyAnswers();
    this.#ofAccount.set(account, underWay + 1);
    whenOver(reply, () => {
      const left = (this.#ofAccount.get(account) ?? 1) - 1;
      if (left > 0) this.#ofAccount.set(account, left);
      else this.#ofAccount.delete(account);
    });
  }

  /** Makes an answer in a turn, and sends it; says whether it went out whole. */
  async send({ reply, account }: Caller<Account>, head: FileHead, make: Making, turn = this.#turn): Promise<boolean> {
    const over = overSignal(reply);
    const file = await this.#inTurn(account.id, () =>
      turn(() => {
        if (hasLeft(reply)) throw callerLeft();
        return this.#spool.fill(make(), { unwanted: over, tooLarge: answerTooLarge });
      }),
    );
    try {
      if (hasLeft(reply)) return false;
      const said = await head.ofBytes?.();
      reply.type(head.type).header('cache-control', 'private, no-store').header('content-length', file.size);
      if (said) reply.headers(said);
      if (head.disposition !== undefined) reply.header('content-disposition', head.disposition);
      const sent = new Promise<void>((resolve) => whenOver(reply, resolve));
      reply.send(file.read());
      await sent;
      return reply.raw.writableFinished;
    } finally {
      await file.discard();
    }
  }

  /** An account's own answers are made one after the other, so that the turn is everybody's. */
  async #inTurn<Result>(account: number, work: () => Promise<Result>): Promise<Result> {
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
    { reason: 'too_many_answers', params: { limit: mostOfAccount } },
    { retryAfter: 10 },
  );

const answerTooLarge = (limit: number) =>
  new Refusal(413, ErrorCode.tooLarge, { reason: 'answer_too_large', params: { limit } });
