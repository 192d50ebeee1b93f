import type { FastifyError, FastifyInstance } from 'fastify';
import { ErrorCode } from '../../contract/errors.ts';
import { preferredLanguage, text } from './language.ts';
import { badInput, overloaded, Refusal } from './refusal.ts';

/** Answers every refusal and every error under /api in the envelope, in the caller's language. */
export function answerInEnvelopes(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'a call failed');
    const language = preferredLanguage(request.headers['accept-language']);
    const fields = refusal.fields.map(({ path, reason, params }) => ({
      path,
      reason,
      message: text(language, `problem.${reason}`, params),
    }));
    const [first] = fields;
    const message = first
      ? text(language, 'refusal.bad_field', { field: first.path || '-', problem: first.message })
      : text(language, `refusal.${refusal.reason.reason}`, refusal.reason.params);
    if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
    return reply
      .code(refusal.status)
      .type('application/json; charset=utf-8')
      .send({ status_code: refusal.status, message, code: refusal.code, data: fields.length > 0 ? { fields } : null });
  });
}

/** What the framework refuses before a handler is reached, in our words. */
function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  // Fastify wraps what a validator returned; ours are refusals already.
  if (error.cause instanceof Refusal) return error.cause;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
      return new Refusal(413, ErrorCode.tooLarge, { reason: 'too_large' });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Refusal(415, ErrorCode.badInput, { reason: 'media_type' });
    case 'FST_UNDER_PRESSURE':
      return overloaded(1);
    case 'CONNECTION_ENDED':
    case 'CONNECTION_CLOSED':
    case 'CONNECT_TIMEOUT':
    case 'ECONNREFUSED':
      return overloaded(2);
  }
  if (error.statusCode === 429) return new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return badInput({ path: '', reason: 'malformed' });
  }
  return new Refusal(500, ErrorCode.internal, { reason: 'internal' });
}
