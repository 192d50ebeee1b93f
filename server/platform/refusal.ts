import { ErrorCode } from '../../contract/call/errors.ts';
import type { Hearer, TextParams } from './language.ts';

/** A reason in words of the locales: a key of `problem.*` or `refusal.*` and what it mentions. */
export interface Reason {
  reason: string;
  params?: TextParams;
}
export interface Problem extends Reason {
  /** Path in the request, `codes.3`. */
  path: string;
}

/** Why a call is not carried out. Thrown anywhere below a handler; the envelope turns it into the caller's language. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly fields: readonly Problem[];
  readonly retryAfter: number | undefined;
  /** What the answer tells in place of fields, in the caller's words. */
  readonly details: ((hearer: Hearer) => object) | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    reason: Reason,
    options: {
      fields?: readonly Problem[];
      retryAfter?: number;
      cause?: unknown;
      details?: (hearer: Hearer) => object;
    } = {},
  ) {
    super(reason.reason, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
    this.details = options.details;
  }
}

/** 400 that names each field. */
export const badInput = (...fields: Problem[]) =>
  new Refusal(400, ErrorCode.badInput, { reason: 'bad_input' }, { fields });
/** The answers of all; where some refuse fields, one refusal that names them all. */
export async function allOf<Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  const settled = await Promise.allSettled(work);
  const failed = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const refused = failed.filter((error) => error instanceof Refusal && error.fields.length > 0) as Refusal[];
  if (failed.length > refused.length) throw failed.find((error) => !(refused as unknown[]).includes(error));
  if (refused.length > 0) throw badInput(...refused.flatMap(({ fields }) => fields));
  return Promise.all(work);
}
/** 404: there is no such thing for this caller. */
export const notFound = (thing: string) =>
  new Refusal(404, ErrorCode.notFound, { reason: 'not_found', params: { thing } });
/** 401 for a device: its key is not known, was revoked, or its line is disabled. */
export const unknownDevice = () => new Refusal(401, ErrorCode.unknownDevice, { reason: 'unknown_device' });
/** 409: the state of things does not allow it. */
export const conflict = (reason: string, params: TextParams = {}) =>
  new Refusal(409, ErrorCode.conflict, { reason, params });
/** More was sent than is taken. */
export const tooLarge = (status: 413 | 414 | 431 = 413) =>
  new Refusal(status, ErrorCode.tooLarge, { reason: 'too_large' });
/** 413: a file is larger than so many megabytes. */
export const fileTooLarge = (limit: number) =>
  new Refusal(413, ErrorCode.tooLarge, { reason: 'file_too_large', params: { limit } });
/** 401. A `cause` is for the log: what in our own code asks for something that this caller does not get. */
export const noAccess = (cause?: string) => new Refusal(401, ErrorCode.noAccess, { reason: 'no_access' }, { cause });
/** 409: the session sees the console as a role has it, and changes nothing. */
export const viewOnly = (role: string) =>
  new Refusal(409, ErrorCode.viewOnly, { reason: 'view_only', params: { role } });
export const viewTakesNothing = (role: string) =>
  new Refusal(409, ErrorCode.viewOnly, { reason: 'view_takes_nothing', params: { role } });
export const sessionExpired = () => new Refusal(403, ErrorCode.sessionExpired, { reason: 'session_expired' });
export const sessionEnded = () => new Refusal(403, ErrorCode.sessionEnded, { reason: 'session_ended' });
export const overloaded = (retryAfter: number) =>
  new Refusal(503, ErrorCode.overloaded, { reason: 'overloaded' }, { retryAfter });
/** Nobody waits for the answer any more; this one is read by no one. */
export const callerLeft = () => new Refusal(400, ErrorCode.badInput, { reason: 'malformed_request' });
