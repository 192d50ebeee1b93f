import type { FieldProblem } from '../../../contract/call/call.ts';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';

/** What a refusal is about, where the server named it. */
export interface RefusalDetails {
  /** The fields that were refused. */
  readonly fields?: readonly FieldProblem[];
  /** The codes that an act was refused for. */
  readonly refusals?: readonly ActRefusal[];
}

/** Why a call did not succeed. `statusCode` is 0 when no answer arrived at all. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: number;
  readonly fields: readonly FieldProblem[];
  readonly refusals: readonly ActRefusal[];

  constructor(statusCode: number, code: number, message: string, { fields = [], refusals = [] }: RefusalDetails = {}) {
    super(message);
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = code;
    this.fields = fields;
    this.refusals = refusals;
  }
}
