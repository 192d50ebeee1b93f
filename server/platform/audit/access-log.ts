import type { FastifyBaseLogger } from 'fastify';
import type { Sql } from 'postgres';
import type { AccessResult } from '../../../contract/access/access-result.ts';
import type { Call } from '../../../contract/call/call.ts';
import { ErrorCode } from '../../../contract/call/errors.ts';
import type { Account, CodesAsked } from '../caller.ts';
import { Refusal } from '../refusal.ts';
import { shownInput } from './entry.ts';

/** Who is told something, or refused it, and by which call. */
export interface Access {
  readonly call: Call;
  readonly account: Account;
  readonly ip: string;
}

interface Refused extends Access {
  times: number;
}

/** How often refusals that repeat go to the database. */
const writeEvery = 10_000;
/** Refusals that wait to be written are of so many accounts and calls at most; beyond these only the log tells of them. */
const mostWaiting = 1000;
/** Enough to know what was asked for; a record cannot be made to fill the disk. */
const brief = { items: 5, length: 128 };

/**
 * The record of who took something out of the system or asked what codes are, and of access that was refused. A traced
 * call is on record before anything is told. Refusals of one call to one account are one record an hour.
 */
export class AccessLog {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  readonly #days: number;
  readonly #waiting = new Map<string, Refused>();
  /** When refusals of an account and a call were written last. */
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sql: Sql, log: FastifyBaseLogger, days: number) {
    this.#sql = sql;
    this.#log = log;
    this.#days = days;
  }

  /**
   * Carries out a traced call; `asked` tells, when it is over, what it was about. A file may leave while it is made, so its record
   * is there before; of other calls nothing is told before their record is there, which is one statement less.
   */
  async carryOut<Answer>(
    access: Access,
    input: unknown,
    asked: () => CodesAsked | undefined,
    work: (noteFile: (sha256: string) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer> {
    const id = access.call.answers === 'file' ? await this.#add(access, input, 'begun') : undefined;
    const end = (result: AccessResult): Promise<unknown> =>
      id === undefined ? this.#add(access, input, result, asked()) : this.#end(id, result, asked());
    try {
      const answer = await work(async (sha256) => {
        if (id === undefined) throw new Error(`${access.call.path} answers no file`);
        await this.#sql`update access_log set sha256 = ${sha256} where id = ${id}`;
      });
      await end('answered');
      return answer;
    } catch (error) {
      // Refused before anything was looked at: a flood of such is one record.
      if (isRefusedAccess(error) && asked() === undefined) {
        if (id !== undefined) await this.#remove(id).catch((reason) => this.#fail(reason));
        await this.refused(access);
        throw error;
      }
      const refused = error instanceof Refusal && error.status < 500;
      // What the caller is to be told matters more than this record.
      await end(refused ? 'refused' : 'failed').catch((reason) => this.#fail(reason));
      throw error;
    }
  }

  async #add({ call, account, ip }: Access, input: unknown, result: AccessResult, about?: CodesAsked): Promise<number> {
    const [row] = await this.#sql<{ id: number }[]>`
      insert into access_log (account_id, account_name, ip, call, result, input, codes, unknown)
      values (${account.id}, ${account.account_name}, ${ip}, ${call.path}, ${result},
        ${JSON.stringify(shownInput(input, brief))}::text::json, ${about?.codes ?? null}, ${about?.unknown ?? null})
      returning id`;
    return (row as { id: number }).id;
  }

  #end(id: number, result: AccessResult, about: CodesAsked | undefined): Promise<unknown> {
    return this.#sql`
      update access_log set result = ${result}, codes = ${about?.codes ?? null}, unknown = ${about?.unknown ?? null}
      where id = ${id}`;
  }

  #remove(id: number): Promise<unknown> {
    return this.#sql`delete from access_log where id = ${id}`;
  }

  /** Records that a call was refused: the first time at once, what repeats a little later and all together. */
  async refused(access: Access): Promise<void> {
    const key = `${access.account.id} ${access.call.path}`;
    const waiting = this.#waiting.get(key);
    if (waiting) {
      waiting.times += 1;
      return;
    }
    if (this.#waiting.size >= mostWaiting) return this.#log.warn({ call: access.call.path }, 'access was refused');
    const last = this.#written.get(key);
    if (last !== undefined && last > Date.now() - writeEvery) {
      this.#waiting.set(key, { ...access, times: 1 });
      this.#timer ??= setTimeout(() => void this.flush(), writeEvery).unref();
      return;
    }
    if (this.#written.size >= mostWaiting) this.#written.clear();
    this.#written.set(key, Date.now());
    await this.#write([{ ...access, times: 1 }]);
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const refused = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#written.clear();
    if (refused.length > 0) await this.#write(refused);
  }

  async #write(refused: readonly Refused[]): Promise<void> {
    const column = <T>(pick: (one: Refused) => T) => refused.map(pick);
    await this.#sql`
      insert into access_log as l (account_id, account_name, ip, call, result, times, refused_in)
      select *, date_trunc('hour', now()) from unnest(
        ${column(({ account }) => account.id)}::bigint[], ${column(({ account }) => account.account_name)}::text[],
        ${column(({ ip }) => ip)}::text[], ${column(({ call }) => call.path)}::text[],
        ${column(() => 'refused')}::text[], ${column(({ times }) => times)}::bigint[]
      )
      on conflict (account_id, call, refused_in) do update set times = l.times + excluded.times`.catch((error) =>
      this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#log.error(error, 'recording who was told or refused something failed');
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from access_log where at < now() - make_interval(days => ${this.#days})`;
  }
}

/** Whether somebody was refused for who they are or what they keep doing, not for what they entered. */
export const isRefusedAccess = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === ErrorCode.noAccess || error.reason.reason === 'too_many_unknown');
