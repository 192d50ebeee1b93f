import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyReply } from 'fastify';
import type { Change } from '../../audit/audit-log.ts';
import { hasLeft } from '../../caller.ts';
import type { Connection } from '../../database/database.ts';
import type { Sql } from '../../database/driver/sql.ts';
import { refusalEnvelope } from '../../http/envelope.ts';
import type { Sweeping } from '../../jobs/sweeps.ts';
import { preferredLanguage } from '../../language.ts';
import { conflict, Refusal } from '../../refusal.ts';
import type { Once } from './once.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Row {
  readonly call: string;
  readonly fingerprint: Buffer;
  readonly status: number | null;
  readonly answer: string | null;
  /** It began so long ago that it is not under way any more. */
  readonly broke: boolean;
}

type Work<Data> = (change: Change) => Promise<Data>;

const kept = '24 hours';
/** No call takes longer. */
const longest = '10 minutes';

/**
 * Carries out what keys of systems ask for under an Idempotency-Key once, and answers it again with the answer of that time
 * (docs/decisions/idempotency-header.md).
 */
export class KeyCalls implements Sweeping {
  readonly #sql: Sql;
  readonly #timeZone: () => string;

  constructor(sql: Sql, timeZone: () => string) {
    this.#sql = sql;
    this.#timeZone = timeZone;
  }

  /**
   * A change: its answer is stored in its transaction, so that there is none without the other. `run` begins the transaction with
   * the work that it is given.
   */
  async change<Data>(
    once: Once,
    reply: FastifyReply,
    work: Work<Data>,
    run: (guarded: Work<Answer>) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const before = await this.#answerOf(this.#sql, once);
    if (before) return replay(reply, before);
    const seen: { answer: Answer | undefined } = { answer: undefined };
    const answer = await run(async (change) => {
      await lock(change.sql, once);
      // Another server may have answered it meanwhile.
      seen.answer = await this.#answerOf(change.sql, once);
      if (seen.answer) {
        change.undo();
        return seen.answer;
      }
      const fresh = { status: 200, text: envelopeIn(reply, await work(change)) };
      await keep(change.sql, once, fresh);
      return fresh;
    }).catch((error) => this.#refused(once, reply, error));
    if (seen.answer) return replay(reply, seen.answer);
    // A change that changed nothing was rolled back, with its answer.
    await keep(this.#sql, once, answer);
    return send(reply, answer);
  }

  /** Anything else, whose handler has transactions of its own: it is noted before it begins, and never begun twice. */
  async call(once: Once, reply: FastifyReply, run: () => Promise<unknown>): Promise<unknown> {
    const before = await this.#answerOf(this.#sql, once);
    if (before) return replay(reply, before);
    if (!(await begin(this.#sql, once))) {
      const answer = await this.#answerOf(this.#sql, once);
      if (answer) return replay(reply, answer);
      if (!once.isRepeatable) throw await this.#unanswered(once);
    }
    const data = await run().catch((error) => this.#refused(once, reply, error));
    if (data === reply) return reply;
    const answer = { status: 200, text: envelopeIn(reply, data) };
    await keep(this.#sql, once, answer);
    return send(reply, answer);
  }

  /** The answer of an earlier call. Throws 409 if the key stands for something else. */
  async #answerOf(sql: Connection, once: Once): Promise<Answer | undefined> {
    const row = await rowOf(sql, once);
    if (!row) return undefined;
    if (row.call !== once.call || !row.fingerprint.equals(once.fingerprint)) throw conflict('idempotency_key_reused');
    return row.status === null ? undefined : { status: row.status, text: row.answer as string };
  }

  async #unanswered(once: Once): Promise<Refusal> {
    const row = await rowOf(this.#sql, once);
    return conflict(row?.broke ? 'key_call_broke_off' : 'key_call_under_way');
  }

  /**
   * Keeps a refusal, which says for good that nothing was done. One for the moment is not kept, nor one that nobody got; after another
   * error nobody knows what was done, so what was begun stays begun. Throws the error again.
   */
  async #refused(once: Once, reply: FastifyReply, error: unknown): Promise<never> {
    if (!(error instanceof Refusal) || isOurs(error)) throw error;
    if (isForGood(error) && !hasLeft(reply)) {
      const { headers, routeOptions } = reply.request;
      const locale = { language: preferredLanguage(headers['accept-language']), timeZone: this.#timeZone() };
      const envelope = refusalEnvelope(error, locale, routeOptions.config.list);
      await keep(this.#sql, once, { status: error.status, text: JSON.stringify(envelope) });
    } else await forget(this.#sql, once);
    throw error;
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from key_call where at < now() - ${kept}::interval`;
  }
}

const ours = ['idempotency_key_reused', 'key_call_under_way', 'key_call_broke_off'];
const isOurs = ({ reason }: Refusal): boolean => ours.includes(reason.reason);

/** Whether a refusal is about what was asked, and not about who asked, or how much there was to do. */
const isForGood = ({ status }: Refusal): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);

/** Those that ask at the same time are refused, instead of waiting for each other. */
async function lock(sql: Connection, { accountId, key }: Once): Promise<void> {
  const [row] = await sql<{ mine: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`suyuan.key_call ${accountId} ${key}`}, 0)) as mine`;
  if (!row?.mine) throw conflict('key_call_under_way');
}

async function rowOf(sql: Connection, { accountId, key }: Once): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select call, fingerprint, status, answer, at < now() - ${longest}::interval as broke from key_call
    where account_id = ${accountId} and idempotency_key = ${key} and at >= now() - ${kept}::interval`;
  return row;
}

async function begin(sql: Connection, { accountId, key, call, fingerprint }: Once): Promise<boolean> {
  const rows = await sql`
    insert into key_call (account_id, idempotency_key, call, fingerprint)
    values (${accountId}, ${key}, ${call}, ${fingerprint})
    on conflict (account_id, idempotency_key) do update
      set call = excluded.call, fingerprint = excluded.fingerprint, status = null, answer = null, at = excluded.at
      where key_call.at < excluded.at - interval '24 hours'
    returning account_id`;
  return rows.length > 0;
}

/** Keeps an answer, unless there is one already. */
async function keep(sql: Connection, once: Once, { status, text }: Answer): Promise<void> {
  const { accountId, key, call, fingerprint } = once;
  await sql`
    insert into key_call (account_id, idempotency_key, call, fingerprint, status, answer)
    values (${accountId}, ${key}, ${call}, ${fingerprint}, ${status}, ${text})
    on conflict (account_id, idempotency_key) do update
      set call = excluded.call, fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer,
        at = excluded.at
      where key_call.status is null or key_call.at < excluded.at - interval '24 hours'`;
}

async function forget(sql: Connection, { accountId, key }: Once): Promise<void> {
  await sql`
    delete from key_call where account_id = ${accountId} and idempotency_key = ${key} and status is null`;
}

/** The answer of a call as it is sent, also the first time, so that it is the same each time. */
const envelopeIn = (reply: FastifyReply, data: unknown): string =>
  reply.code(200).serialize({ status_code: 200, message: 'ok', code: ErrorCode.ok, data: data ?? null }) as string;

const send = (reply: FastifyReply, { status, text }: Answer): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(text);

const replay = (reply: FastifyReply, answer: Answer): FastifyReply =>
  send(reply.header('idempotency-replayed', 'true'), answer);
