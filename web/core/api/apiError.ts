import type { FieldProblem } from '@suyuan/contract/call/call.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';

/** The details of a refusal, as far as the server gave them. */
export interface RefusalDetails {
  /** The fields that were refused. */
  readonly fields?: readonly FieldProblem[];
  /** The codes because of which an event was refused. */
  readonly refusals?: readonly EventRefusal[];
  /** After how many seconds the server wants to be asked again. */
  readonly retryAfterSeconds?: number | undefined;
  /** By which the server's log tells of the call. */
  readonly requestId?: string | undefined;
}

/** Why a call failed. `statusCode` is 0 if there was no answer. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: number;
  readonly fields: readonly FieldProblem[];
  readonly refusals: readonly EventRefusal[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(statusCode: number, code: number, message: string, details: RefusalDetails = {}) {
    const { fields = [], refusals = [], retryAfterSeconds, requestId } = details;
    super(message);
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = code;
    this.fields = fields;
    this.refusals = refusals;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}
