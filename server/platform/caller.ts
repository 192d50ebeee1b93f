import type { AccountType } from '@suyuan/contract/access/account-type.ts';
import type { MenuKey } from '@suyuan/contract/menu.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from './database/schema.ts';
import type { Language } from './language.ts';
import type { Party } from './party.ts';

/** An account with its current rights, as looked up for a request. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly account_name: string;
  readonly account_type: AccountType;
  /** The factory or dealer that the person belongs to; undefined for the enterprise's own people. */
  readonly party: Party | undefined;
  readonly administrator: boolean;
  readonly must_change_password: boolean;
  /** A role requires two-step sign-in. */
  readonly two_step_required: boolean;
  /** Two-step sign-in is required and not set up yet. */
  readonly two_step_due: boolean;
  /** Its own roles and those of its position. */
  readonly role_ids: ReadonlySet<number>;
  /** The permissions of these roles, even of features that are switched off. */
  readonly granted: ReadonlySet<string>;
  /** The permissions in force; an administrator has all that are not switched off. */
  readonly permissions: ReadonlySet<string>;
  /** The name of the role whose view of the console is shown; undefined in an ordinary session. */
  readonly viewed_role: string | undefined;
  /** Changes when the permissions do, or the names and order of the menus. */
  readonly fingerprint: string;
  /** The key of another system that the call is made with; undefined for people. */
  readonly key?: SystemKey;
}

/** The key of another system. */
export interface SystemKey {
  readonly id: number;
  /** The partner that the key is of, which is neither factory nor dealer; such a key sees no rows of its own. */
  readonly partner: number | undefined;
  /** The networks that it may come from; any if there are none. */
  readonly networks: readonly string[];
}

/** How many codes a call was about, and how many of them were unknown to who asked. */
export interface CodesAsked {
  readonly codes: number;
  readonly unknown: number;
}

/** Who makes a call, and how: what a handler gets besides the input. */
export interface Caller<A extends Account | undefined = Account | undefined> {
  /** Undefined in public calls. */
  readonly account: A;
  /** The database, narrowed to rows that the account may see, and read-only. Undefined without an account. */
  readonly db: A extends Account ? Kysely<Schema> : Kysely<Schema> | undefined;
  readonly token: string | undefined;
  readonly ip: string;
  readonly language: Language;
  readonly userAgent: string;
  /** Notes how many codes the call was about, for the access log. */
  readonly note: (about: CodesAsked) => void;
  /** Writes the hash of a file, in hexadecimal, to the record of a traced call before the file is sent. */
  readonly noteFile: (sha256: string) => Promise<void>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** On whose behalf something is done: the caller, or, in a job, whoever started it. */
export type Principal = Pick<Caller<Account>, 'account' | 'db' | 'ip' | 'language'>;

export const isOfEnterprise = ({ party }: Pick<Account, 'party'>): boolean => party === undefined;

export const holds = (account: Account, permissions: readonly string[]): boolean =>
  permissions.some((permission) => account.permissions.has(permission));

/** Whether figures over the whole enterprise may be shown: to its own people with access to the screen. */
export const maySeeFigures = (account: Account, screen: MenuKey): boolean =>
  isOfEnterprise(account) && holds(account, [screen]);

/** Whether the caller has disconnected before the answer was sent. */
export const hasLeft = ({ raw }: FastifyReply): boolean => !raw.writableFinished && raw.req.socket.destroyed;

/** What is to be done when an answer is over. */
const endings = new WeakMap<FastifyReply['raw'], (() => void)[]>();

/**
 * Runs `work` once, when the answer is sent or the caller has disconnected. It is called for every request, so it makes no signal and
 * adds its listeners once for each answer.
 */
export function whenOver({ raw }: FastifyReply, work: () => void): void {
  const { socket } = raw.req;
  if (raw.closed || socket.destroyed) {
    work();
    return;
  }
  const known = endings.get(raw);
  if (known) {
    known.push(work);
    return;
  }
  const works = [work];
  endings.set(raw, works);
  const over = () => {
    raw.off('close', over);
    socket.off('close', over);
    for (const one of works) one();
  };
  raw.once('close', over);
  // With pipelined requests, an answer that waits behind another one gets no event when the connection closes.
  socket.once('close', over);
}

/** The signals of answers, shared by all who wait for the same one. */
const overs = new WeakMap<FastifyReply['raw'], AbortSignal>();

/** A signal that is aborted when the answer is sent or the caller has disconnected. */
export function overSignal(reply: FastifyReply): AbortSignal {
  const known = overs.get(reply.raw);
  if (known) return known;
  const ending = new AbortController();
  overs.set(reply.raw, ending.signal);
  whenOver(reply, () => ending.abort());
  return ending.signal;
}
