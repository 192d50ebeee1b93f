import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { AccountType } from '../../contract/access/account-type.ts';
import type { MenuKey } from '../../contract/menu.ts';
import type { Schema } from './database/schema.ts';
import type { Language } from './language.ts';
import type { Party } from './party.ts';

/** An account as the session of a request knows it. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly account_name: string;
  readonly account_type: AccountType;
  /** Whose person this is; undefined for the enterprise's own. */
  readonly party: Party | undefined;
  readonly administrator: boolean;
  readonly must_change_password: boolean;
  /** A role asks for a second step of signing in. */
  readonly two_step_required: boolean;
  /** It does, and none is set up yet. */
  readonly two_step_due: boolean;
  /** Its roles: its own, and those that its position brings. */
  readonly role_ids: ReadonlySet<number>;
  /** What they give it, switched off or not. */
  readonly granted: ReadonlySet<string>;
  /** What it may do now; an administrator everything that is not switched off. */
  readonly permissions: ReadonlySet<string>;
  /** The name of the role that the session sees the console as; undefined in one of the account's own. */
  readonly viewed_role: string | undefined;
  /** Changes when the permissions do, or the names and order of the menus. */
  readonly fingerprint: string;
}

/** How many codes a call was about, and how many of them were unknown to who asked. */
export interface CodesAsked {
  readonly codes: number;
  readonly unknown: number;
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
  /** Says what the call was about, for the access log. */
  readonly note: (about: CodesAsked) => void;
  /** Puts the hash of a file, in hexadecimal digits, on the record of a traced call, before the file leaves. */
  readonly noteFile: (sha256: string) => Promise<void>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Whom something is done for: who calls, or who called, where a job goes on with it. */
export type Principal = Pick<Caller<Account>, 'account' | 'db' | 'ip' | 'language'>;

export const isOfEnterprise = ({ party }: Pick<Account, 'party'>): boolean => party === undefined;

export const holds = (account: Account, permissions: readonly string[]): boolean =>
  permissions.some((permission) => account.permissions.has(permission));

/** Figures over the whole enterprise are for its own people, who may open the screen that tells them. */
export const maySeeFigures = (account: Account, screen: MenuKey): boolean =>
  isOfEnterprise(account) && holds(account, [screen]);

/** Nobody waits for the answer any more: the connection is gone, and the answer was not sent. */
export const hasLeft = ({ raw }: FastifyReply): boolean => !raw.writableFinished && raw.req.socket.destroyed;

/** Of each answer that somebody waits for the end of. */
const overs = new WeakMap<FastifyReply['raw'], AbortSignal>();

/** Aborted when an answer is sent, or nobody waits for it any more. The same for all who wait: connections hold one listener. */
export function overSignal({ raw }: FastifyReply): AbortSignal {
  const known = overs.get(raw);
  if (known) return known;
  const ending = new AbortController();
  overs.set(raw, ending.signal);
  const { socket } = raw.req;
  const over = () => {
    raw.off('close', over);
    socket.off('close', over);
    ending.abort();
  };
  if (raw.closed || socket.destroyed) {
    over();
  } else {
    raw.once('close', over);
    // An answer that waits behind another on the same connection is not told of its end.
    socket.once('close', over);
  }
  return ending.signal;
}

/** Runs `work` once: when an answer is sent, or nobody waits for it any more. */
export function whenOver(reply: FastifyReply, work: () => void): void {
  const over = overSignal(reply);
  if (over.aborted) work();
  else over.addEventListener('abort', work, { once: true });
}
