import type { KeyPermission } from '@suyuan/contract/access/system-key.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { seenBy } from '../access/row-security.ts';
import { type Access, type AccessLog, isRefusedAccess } from '../audit/access-log.ts';
import type { Account, Caller, CodesAsked, Principal } from '../caller.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import { preferredLanguage } from '../language.ts';
import { type Admission, tokenOf } from './admission.ts';

/** Who is behind a request, a job or something that goes on after a request: the account, and the rows that it sees. */
export class Callers {
  readonly #admission: Admission;
  readonly #access: AccessLog;
  readonly #db: Kysely<Schema>;
  readonly #tables: Tables;

  constructor(parts: { admission: Admission; access: AccessLog; db: Kysely<Schema>; tables: Tables }) {
    this.#admission = parts.admission;
    this.#access = parts.access;
    this.#db = parts.db;
    this.#tables = parts.tables;
  }

  /**
   * The principal of a job that goes on with calls, with current rights. Throws if the account may not make one of them any more.
   */
  async ofJob(calls: readonly Call[], accountId: number, from: Pick<Principal, 'ip' | 'language'>): Promise<Principal> {
    const account = await this.#admission.holder(calls, accountId);
    return { ...from, account, db: this.#seenBy(account) };
  }

  /**
   * Who makes a request outside of the contract, with the key of another system (`Authorization: Bearer`). Throws 401 without a valid
   * key, and 403 if it lacks the permission. To be called before the body is read.
   */
  async ofSystem(
    request: FastifyRequest,
    about: { readonly path: `/${string}`; readonly permission: KeyPermission },
  ): Promise<Principal> {
    const account = await this.#admission.system(request, about);
    request.account = account;
    const language = preferredLanguage(request.headers['accept-language']);
    return { account, db: this.#seenBy(account), ip: request.ip ?? '', language };
  }

  /** Carries out a call for its caller, with a record in the access log if it is traced or refused. */
  async traced<Answer>(
    call: Call,
    input: unknown,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    work: (caller: Caller) => Promise<Answer>,
  ): Promise<Answer> {
    let codesRequested: CodesAsked | undefined;
    let noteFile: Caller['noteFile'] | undefined;
    const caller = this.#of(request, reply, {
      note: (about) => {
        codesRequested = about;
      },
      noteFile: async (sha256) => {
        if (!noteFile) throw new Error(`${call.path} must be declared as traced, because it notes a file`);
        await noteFile(sha256);
      },
    });
    const { account, ip } = caller;
    if (!account) return work(caller);
    const access: Access = { call, account, ip };
    if (call.traced)
      return this.#access.traced(
        access,
        input,
        () => codesRequested,
        (onRecord) => {
          noteFile = onRecord;
          return work(caller);
        },
      );
    try {
      return await work(caller);
    } catch (error) {
      if (isRefusedAccess(error)) await this.#access.refused(access);
      throw error;
    }
  }

  #of(request: FastifyRequest, reply: FastifyReply, notes: Pick<Caller, 'note' | 'noteFile'>): Caller {
    const { account } = request;
    return {
      account,
      db: account && this.#seenBy(account),
      token: tokenOf(request),
      // A connection that is closed already has no address.
      ip: request.ip ?? '',
      language: preferredLanguage(request.headers['accept-language']),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      ...notes,
      request,
      reply,
    };
  }

  #seenBy(account: Account): Kysely<Schema> {
    return seenBy(this.#db, account, this.#tables);
  }
}
