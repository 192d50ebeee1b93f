import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Locale, TextParams } from './language.ts';

/** A reason as a key of `problem.*` or `refusal.*` in the locales, with the values of its placeholders. */
export interface Reason {
  reason: string;
  params?: TextParams;
}
export interface Problem extends Reason {
  /** The path of the field in the request: `codes.3`. */
  path: string;
}

/** Why a call is not carried out. It may be thrown anywhere below a handler; the envelope puts it into the caller's language. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly fields: readonly Problem[];
  readonly retryAfter: number | undefined;
  /** How the caller can authenticate (`WWW-Authenticate`). */
  readonly challenge: string | undefined;
  /** Makes the data of the answer in place of `fields`, in the caller's language. */
  readonly details: ((locale: Locale) => object) | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    reason: Reason,
    options: {
      fields?: readonly Problem[];
      retryAfter?: number;
      challenge?: string;
      cause?: unknown;
      details?: (locale: Locale) => object;
    } = {},
  ) {
    super(reason.reason, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
    this.challenge = options.challenge;
    this.details = options.details;
  }
}

/** 400 with the fields at fault. */
export const badInput = (...fields: Problem[]) =>
  new Refusal(400, ErrorCode.badInput, { reason: 'bad_input' }, { fields });
/** Like `Promise.all`, but if several reject with fields at fault, throws one refusal with all of the fields. */
export async function allOf<Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const results = await Promise.allSettled(work);
  const errors = results.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const refusals = errors.filter((error) => error instanceof Refusal && error.fields.length > 0) as Refusal[];
  if (errors.length > refusals.length) throw errors.find((error) => !(refusals as unknown[]).includes(error));
  if (refusals.length > 0) throw badInput(...refusals.flatMap(({ fields }) => fields));
  return Promise.all(work);
}
/** 404: it does not exist, or not for this caller. */
export const notFound = (thing: string) =>
  new Refusal(404, ErrorCode.notFound, { reason: 'not_found', params: { thing } });
/** 401 for a device: its key is unknown, revoked, or of a disabled line or warehouse. */
export const unknownDevice = () => new Refusal(401, ErrorCode.unknownDevice, { reason: 'unknown_device' });
/** 409: the current state does not allow it. */
export const conflict = (reason: string, params: TextParams = {}) =>
  new Refusal(409, ErrorCode.conflict, { reason, params });
/** 409: something else is under way there, and the caller has to say what becomes of it. */
export const occupied = (reason: string, params: TextParams = {}) =>
  new Refusal(409, ErrorCode.occupied, { reason, params });
/** The body (413), URL (414) or header fields (431) are too large. */
export const tooLarge = (status: 413 | 414 | 431 = 413) =>
  new Refusal(status, ErrorCode.tooLarge, { reason: 'too_large' });
/** 413: a file is larger than so many megabytes. */
export const fileTooLarge = (limit: number) =>
  new Refusal(413, ErrorCode.tooLarge, { reason: 'file_too_large', params: { limit } });
/** 401. `cause` is for the log: it says what in our own code asked for something that this caller may not have. */
export const noAccess = (cause?: string) => new Refusal(401, ErrorCode.noAccess, { reason: 'no_access' }, { cause });
/** 409: the session only views the console as a role sees it, and may change nothing. */
export const viewOnly = (role: string) =>
  new Refusal(409, ErrorCode.viewOnly, { reason: 'view_only', params: { role } });
/** 401 for the key of another system: it is unknown, revoked, expired, or of somebody who is disabled; which of it is not told. */
export const unknownKey = () =>
  new Refusal(
    401,
    ErrorCode.unknownKey,
    { reason: 'unknown_key' },
    { challenge: 'Bearer realm="suyuan", error="invalid_token"' },
  );
/** 403 for the key of another system: it lacks the permission. */
export const keyLacks = (permission: string) =>
  new Refusal(
    403,
    ErrorCode.keyForbidden,
    { reason: 'key_lacks_permission', params: { permission } },
    { challenge: `Bearer realm="suyuan", error="insufficient_scope", scope="${permission}"` },
  );
/** 403 for the key of another system, for another reason. */
export const keyForbidden = (reason: string, params: TextParams = {}) =>
  new Refusal(403, ErrorCode.keyForbidden, { reason, params });
export const viewTakesNothing = (role: string) =>
  new Refusal(409, ErrorCode.viewOnly, { reason: 'view_takes_nothing', params: { role } });
export const sessionExpired = () => new Refusal(403, ErrorCode.sessionExpired, { reason: 'session_expired' });
export const sessionEnded = () => new Refusal(403, ErrorCode.sessionEnded, { reason: 'session_ended' });
/** 503. `cause` is for the log: what there is too much of. */
export const overloaded = (retryAfter: number, cause?: string) =>
  new Refusal(503, ErrorCode.overloaded, { reason: 'overloaded' }, { retryAfter, cause });

/** What an operator can do if the machine has no space on its disk, or no more file descriptors. */
const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'free space on the disk of the data folder, or enlarge it',
  EDQUOT: 'raise the quota of the user of this server, or free space in the data folder',
  EMFILE: 'raise the limit of open files of this server (LimitNOFILE, ulimit -n)',
  ENFILE: 'raise the limit of open files of this machine (fs.file-max)',
};

/** 503 if the machine is full in one of these ways, so that a later attempt may succeed; undefined for another error. */
export function machineFull(error: unknown): Refusal | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const remedy = remedies[code];
  return remedy === undefined ? undefined : overloaded(60, `${message}: ${remedy}`);
}
/** The caller has disconnected, so nobody reads this answer. */
export const callerLeft = () => new Refusal(400, ErrorCode.badInput, { reason: 'malformed_request' });
