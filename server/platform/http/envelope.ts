import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { requestIdHeader } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { Warning } from '@suyuan/contract/call/warnings.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '../database/database.ts';
import { type Language, type Locale, preferredLanguage, problemText, type TextParams, text } from '../language.ts';
import { badInput, machineFull, overloaded, Refusal, tooLarge } from '../refusal.ts';
import { RecurringWarnings } from './recurring.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The list whose words tell what fields of a call may be. */
    readonly list?: string | undefined;
  }
}

/** Without their stacks: outages and overload hit many calls at once. */
const outages = new RecurringWarnings('a call could not be carried out');

/** Sends every refusal and error in the envelope, in the caller's language. */
export function answerInEnvelopes(
  app: FastifyInstance,
  timeZone: () => string,
  refused: (reason: string) => void,
): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    refused(refusalOf(error).reason.reason);
    return answer(error, request, reply, timeZone());
  });
}

/** For errors before routing, such as a URL that cannot be decoded. They mention no times, so the time zone is irrelevant. */
export const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answer(error, request, reply.header(requestIdHeader, request.id), 'UTC');

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply, timeZone: string): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status === 500) request.log.error({ err: error }, 'a call failed');
  else if (refusal.status > 500) outages.warn(request.log, String(refusal.cause ?? error.message));
  else if (refusal.cause !== undefined) request.log.warn({ reason: refusal.cause }, 'row security refused a query');
  // A file answer that failed before its first byte has set these, but an envelope is neither attached nor compressed.
  reply.removeHeader('content-encoding').removeHeader('content-disposition');
  reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  if (refusal.challenge !== undefined) reply.header('www-authenticate', refusal.challenge);
  const language = preferredLanguage(request.headers['accept-language']);
  const envelope = refusalEnvelope(refusal, { language, timeZone }, request.routeOptions?.config.list);
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(envelope);
}

/** Answers what cannot be parsed as HTTP, in English since the language is unknown, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const overflow = isAddressTooLong(error) ? 414 : 431;
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: overflow }[error.code ?? ''] ?? 400;
  const refusal =
    status === 431 || status === 414
      ? tooLarge(status)
      : new Refusal(status, ErrorCode.badInput, { reason: 'malformed_request' });
  const body = JSON.stringify(refusalEnvelope(refusal, { language: 'en', timeZone: 'UTC' }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  // If it were closed at once with more of the request arriving, the connection would be reset and the answer lost.
  socket.setTimeout(1000, () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Whether it was the address that was too long. Only the last packet is known, so an address that came in several counts as headers. */
const isAddressTooLong = ({ rawPacket }: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }): boolean =>
  rawPacket !== undefined && /^[A-Z]+ \/[^\r\n]{8000}/.test(rawPacket.toString('latin1', 0, 8100));

/** The envelope of a refusal. */
export function refusalEnvelope(refusal: Refusal, locale: Locale, list?: string) {
  const { language } = locale;
  const fields = refusal.fields.map((problem) => ({
    path: problem.path,
    reason: problem.reason,
    message: problemText(language, problem, { list, raw: true }),
  }));
  const details = refusal.details?.(locale) ?? (fields.length > 0 ? { fields } : null);
  return {
    status_code: refusal.status,
    message: messageOf(refusal, language, list),
    code: refusal.code,
    data: details,
  };
}

/** The message of a refusal: its own reason if it has one, else the problem of its first field. */
export function messageOf({ fields: [first], reason }: Refusal, language: Language, list?: string): string {
  if (!first || reason.reason !== 'bad_input') return text(language, `refusal.${reason.reason}`, reason.params);
  return text(language, 'refusal.bad_field', {
    field: first.path || text(language, 'refusal.whole_input'),
    problem: problemText(language, first, { list, raw: true }),
  });
}

/** Translates errors of the framework and of the database into refusals. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  // Fastify wraps errors of a validator, which are refusals here.
  if (error.cause instanceof Refusal) return error.cause;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return tooLarge(413);
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return tooLarge(414);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new Refusal(415, ErrorCode.badInput, { reason: 'media_type' });
  }
  if (isOutage(error)) return overloaded(2);
  const full = machineFull(error);
  if (full) return full;
  if (error.statusCode === 429) return new Refusal(429, ErrorCode.tooMany, { reason: 'too_many' });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return badInput({ path: '', reason: 'malformed' });
  }
  return new Refusal(500, ErrorCode.internal, { reason: 'internal' });
}

/** A warning in the caller's language: the text `warning.<reason>`. */
export const warning = (language: Language, reason: string, params: TextParams = {}): Warning => ({
  reason,
  message: text(language, `warning.${reason}`, params),
});
