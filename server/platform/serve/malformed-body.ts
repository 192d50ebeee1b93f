import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { Refusal } from '../refusal.ts';

/** A body that could not be parsed. */
export const malformedBody = (error: Error & { statusCode?: number }): Refusal | undefined =>
  error.statusCode === 400 ? new Refusal(400, ErrorCode.badInput, { reason: 'malformed_request' }) : undefined;
