import type { AccessResult } from '@suyuan/contract/access/access-result.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Account, CodesAsked } from '../caller.ts';
import type { Sql } from '../database/driver/sql.ts';
import { type RowColumns, rowsTable } from '../database/statements/insert-rows.ts';
import { Refusal } from '../refusal.ts';
import { shownInput } from './entry.ts';

/** An access: the call, and who made it from which address. */
export interface Access {
  readonly call: Pick<Call, 'path' | 'answers'>;
  readonly account: Account;
  readonly ip: string;
}

interface Refused extends Access {
  times: number;
}

/** How often repeated refusals are written to the database, in milliseconds. */
const writeEvery = 10_000;
/** The most pairs of account and call whose refusals wait to be written; beyond these refusals are only logged. */
const maxWaiting = 1000;
/** Limits of the recorded input: enough to know what was asked for, and not enough to fill the disk. */
const brief = { items: 5, length: 128 };

/**
 * The access log: who took data out of the system or looked up codes, and whose access was refused. The record of a traced call
 * is written before anything is told. Refusals of one call to one account are one record an hour.
 */
export class AccessLog {
  readonly #sql: Sql;
  readonly #log: FastifyBaseLogger;
  readonly #days: number;
  readonly #waiting = new Map<string, Refused>();
  /** When refusals of each account and call were last written. */
  readonly #written = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sql: Sql, log: FastifyBaseLogger, days: number) {
    this.#sql = sql;
    this.#log = log;
    this.#days = days;
  }

  /**
   * Carries out a traced call; afterwards `asked` returns how many codes it was about. A file may be sent while the call is carried
   * out, so its record is begun before. Other calls are answered afterwards, and need only one statement at their end.
   */
  async traced<Answer>(
    access: Access,
    input: unknown,
    codesRequested: () => CodesAsked | undefined,
    work: (noteFile: (sha256: string) => Promise<void>) => Promise<Answer>,
  ): Promise<Answer> {
    const id = access.call.answers === 'file' ? await this.#add(access, input, 'begun') : undefined;
    const end = (result: AccessResult): Promise<unknown> =>
      id === undefined ? this.#add(access, input, result, codesRequested()) : this.#end(id, result, codesRequested());
    try {
      const answer = await work(async (sha256) => {
        if (id === undefined) throw new Error(`${access.call.path} is not declared to return a file`);
        await this.#sql`update access_log set sha256 = ${sha256} where id = ${id}`;
      });
      await end('answered');
      return answer;
    } catch (error) {
      // Refused before anything was read: counted with the refusals instead, so that a flood is one record.
      if (isRefusedAccess(error) && codesRequested() === undefined) {
        if (id !== undefined) await this.#remove(id).catch((reason) => this.#fail(reason));
        await this.refused(access);
        throw error;
      }
      const refused = error instanceof Refusal && error.status < 500;
      // A failure to write the record must not replace the error for the caller.
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

  /** Records that a call was refused: the first time at once, repetitions together a little later. */
  async refused(access: Access): Promise<void> {
    const key = `${access.account.id} ${access.call.path}`;
    const entry = this.#waiting.get(key);
    if (entry) {
      entry.times += 1;
      return;
    }
    if (this.#waiting.size >= maxWaiting) return this.#log.warn({ call: access.call.path }, 'access was refused');
    const last = this.#written.get(key);
    if (last !== undefined && last > Date.now() - writeEvery) {
      this.#waiting.set(key, { ...access, times: 1 });
      this.#timer ??= setTimeout(() => void this.flush(), writeEvery).unref();
      return;
    }
    if (this.#written.size >= maxWaiting) this.#written.clear();
    this.#written.set(key, Date.now());
    await this.#write([{ ...access, times: 1 }]);
  }

  /** Writes refusals that wait. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const refusals = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#written.clear();
    if (refusals.length > 0) await this.#write(refusals);
  }

  async #write(refusals: readonly Refused[]): Promise<void> {
    const columns: RowColumns<Refused> = {
      account_id: ['bigint', ({ account }) => account.id],
      account_name: ['text', ({ account }) => account.account_name],
      ip: ['text', ({ ip }) => ip],
      call: ['text', ({ call }) => call.path],
      result: ['text', () => 'refused'],
      times: ['bigint', ({ times }) => times],
    };
    await this.#sql`
      insert into access_log as l (account_id, account_name, ip, call, result, times, refused_in)
      select *, date_trunc('hour', now()) from ${rowsTable(this.#sql, refusals, columns)}
      on conflict (account_id, call, refused_in) do update set times = l.times + excluded.times`.catch((error) =>
      this.#fail(error),
    );
  }

  #fail(error: unknown): void {
    this.#log.error(error, 'writing to the access log failed');
  }

  async sweep(): Promise<void> {
    await this.#sql`delete from access_log where at < now() - make_interval(days => ${this.#days})`;
  }
}

/** Whether a refusal is about the caller (no right, or too many unknown codes) rather than about the input. */
export const isRefusedAccess = (error: unknown): boolean =>
  error instanceof Refusal && (refusedCodes.has(error.code) || error.reason.reason === 'too_many_unknown');

const refusedCodes: ReadonlySet<ErrorCode> = new Set([ErrorCode.noAccess, ErrorCode.keyForbidden]);
