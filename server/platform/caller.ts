import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountType } from '../../contract/sso.ts';
import type { Language } from './language.ts';

/** An account as the session of a request knows it. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly account_name: string;
  readonly account_type: AccountType;
  readonly administrator: boolean;
  readonly must_change_password: boolean;
  readonly permissions: ReadonlySet<string>;
}

/** Who calls and how: what a handler may know of the request beside its input. */
export interface Caller<A extends Account | undefined = Account | undefined> {
  /** Undefined in public calls made without a session. */
  readonly account: A;
  readonly token: string | undefined;
  readonly ip: string;
  readonly language: Language;
  readonly userAgent: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export const holds = (account: Account, permissions: readonly string[]): boolean =>
  account.administrator || permissions.some((permission) => account.permissions.has(permission));
