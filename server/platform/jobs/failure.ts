import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { type Language, text } from '../language.ts';
import { type Problem, type Reason, Refusal } from '../refusal.ts';

/** Why a job broke off, as it is stored: a refusal that can be put into any language later. */
export interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly fields: readonly Problem[];
}

/** An error as a failure. An error that is no refusal is only logged; people read merely that the job broke off. */
export function failureOf(error: unknown): Failure {
  const { status, code, reason, fields } =
    error instanceof Refusal ? error : new Refusal(500, ErrorCode.internal, { reason: 'job_broken' });
  return { status, code, reason, fields };
}

export const refusalOf = ({ status, code, reason, fields }: Failure): Refusal =>
  new Refusal(status, code, reason, { fields });

export function failureText(language: Language, { reason, fields: [first] }: Failure): string {
  return first
    ? text(language, `problem.${first.reason}`, first.params)
    : text(language, `refusal.${reason.reason}`, reason.params);
}
