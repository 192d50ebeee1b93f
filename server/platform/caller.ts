import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AccountType } from '../../contract/account-type.ts';
import type { Schema } from './database/schema.ts';
import type { Language } from './language.ts';

/** An account as the session of a request knows it. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly account_name: string;
  readonly account_type: AccountType;
  /** Whose person this is, when it is not the enterprise's. */
  readonly factory_id: number | null;
  readonly dealer_id: number | null;
  readonly administrator: boolean;
  readonly must_change_password: boolean;
  /** A role asks for a second step of signing in. */
  readonly two_step_required: boolean;
  /** It does, and none is set up yet. */
  readonly two_step_due: boolean;
  /** What it may do now; an administrator everything that is not switched off. */
  readonly permissions: ReadonlySet<string>;
  /** Changes when the permissions do, or the names and order of the menus. */
  readonly fingerprint: string;
}

/** Who calls and how: what a handler may know of the request beside its input. */
export interface Caller<A extends Account | undefined = Account | undefined> {
  /** Undefined in public calls made without a session. */
  readonly account: A;
  /** The rows that the account may see. Undefined without a session. */
  readonly db: A extends Account ? Kysely<Schema> : Kysely<Schema> | undefined;
  readonly token: string | undefined;
  readonly ip: string;
  readonly language: Language;
  readonly userAgent: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export const holds = (account: Account, permissions: readonly string[]): boolean =>
  permissions.some((permission) => account.permissions.has(permission));
