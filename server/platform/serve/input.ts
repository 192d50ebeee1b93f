import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Checked } from '../http/validation.ts';
import { Refusal } from '../refusal.ts';
import type { FormFields } from '../spool/file-upload.ts';

/** Whether the only problems of the query are missing fields, which may be in the form; undefined if there are no problems. */
export function onlyMissing({ validationError: error }: FastifyRequest): boolean | undefined {
  if (!error) return undefined;
  return error instanceof Refusal && error.fields.every(({ reason }) => reason === 'required');
}

/** The input of a call with an upload: the query, overridden by the fields of the form. */
export function inputOfForm(request: FastifyRequest, fields: FormFields): unknown {
  if (Object.keys(fields).length === 0) {
    if (request.validationError) throw request.validationError;
    return request.query;
  }
  // Typed as boolean by Fastify, but it returns what our own validator compiler does.
  const result: unknown = request.getValidationFunction('querystring')?.({ ...(request.query as object), ...fields });
  const { value, error } = result as Checked;
  if (error) throw error;
  return value;
}

/** A body that could not be parsed. */
export const malformedBody = (error: Error & { statusCode?: number }): Refusal | undefined =>
  error.statusCode === 400 ? new Refusal(400, ErrorCode.badInput, { reason: 'malformed_request' }) : undefined;
