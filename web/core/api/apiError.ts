import type { FieldProblem } from '../../../contract/call/call.ts';

/** Why a call did not succeed. `statusCode` is 0 when no answer arrived at all. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: number;
  /** The fields that were refused, when the server named them. */
  readonly fields: readonly FieldProblem[];

  constructor(statusCode: number, code: number, message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.code = code;
    this.fields = fields;
  }
}
