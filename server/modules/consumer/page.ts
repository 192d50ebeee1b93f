import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '../../platform/database.ts';
import { languages, preferredLanguage } from '../../platform/language.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { openAnswer, sealAnswer } from './page-answer.ts';
import { pageDocument, scriptOf } from './page-document.ts';
import { isLookAhead } from './page-look-ahead.ts';
import { textsOfAll } from './page-texts.ts';
import type { PageContent } from './page-view.ts';
import type { ScanDesk } from './scan.ts';

const longestCode = 2048;

/**
 * The page a consumer sees after scanning, rendered here with its verdict in it, so that it needs no script. One GET is
 * one scan; a look ahead by a program is none, and showing an answer again in another language is none.
 */
export function serveConsumerPage(app: FastifyInstance, services: Services, desk: ScanDesk): void {
  const { masterKey, config } = services;
  const script = scriptOf();
  const texts = textsOfAll(config.timeZone);

  const show = (request: FastifyRequest, reply: FastifyReply, content: PageContent) =>
    reply.headers(pageHeaders).send(pageDocument({ content, texts: texts[languageOf(request)] }, script));

  const answer = async (request: FastifyRequest, asked: string): Promise<PageContent> => {
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 512);
    const shown = { asked, answer: await desk.scan(asked, { ip: request.ip, userAgent }), at: Date.now() };
    return { kind: 'answer', ...shown, ref: sealAnswer(masterKey, shown) };
  };
  const again = (ref: string): PageContent => {
    const shown = openAnswer(masterKey, ref);
    if (!shown) return { kind: 'ask' };
    const { asked, answer, at } = shown;
    return answer ? { kind: 'answer', asked, answer, at, ref } : { kind: 'confirm', asked, ref };
  };
  const withoutAnswer = (kind: 'confirm' | 'busy' | 'tooMany', asked: string): PageContent => ({
    kind,
    asked,
    ref: sealAnswer(masterKey, { asked, at: Date.now() }),
  });
  const contentOf = async (request: FastifyRequest): Promise<PageContent> => {
    const { ref } = request.query as { ref?: unknown };
    if (typeof ref === 'string') return again(ref);
    const asked = askedIn(request);
    if (asked === '') return { kind: 'ask' };
    return isLookAhead(request) ? withoutAnswer('confirm', asked) : answer(request, asked);
  };

  for (const url of addresses) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => show(request, reply, await contentOf(request)),
      errorHandler: (error, request, reply) => {
        const { status, retryAfter } = refusalOf(request, error);
        if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
        reply.code(status);
        return show(request, reply, withoutAnswer(status === 429 ? 'tooMany' : 'busy', askedIn(request)));
      },
    });
  }
}

/** What symbols carry, what people type, and the Digital Links of a unit, of a unit of a lot, and of a package. */
const addresses = [
  '/c',
  '/c/:code',
  '/m/q',
  '/m/q/:code',
  '/consumer',
  '/01/:gtin/21/:code',
  '/01/:gtin/10/:lot/21/:code',
  '/00/:code',
];

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** The text asked for, in the path or in the query; empty when there is none, or more than one. */
function askedIn({ params, query }: FastifyRequest): string {
  const code = (params as { code?: string }).code ?? (query as { code?: unknown }).code;
  return typeof code === 'string' ? code.slice(0, longestCode).trim() : '';
}

/** Asked for by `?lang=`, else by the browser. */
function languageOf({ query, headers }: FastifyRequest) {
  const { lang } = query as { lang?: unknown };
  return languages.find((language) => language === lang) ?? preferredLanguage(headers['accept-language']);
}

/** Why there is no answer: too many from this address, or none to be had now. Whoever asks again gets one. */
function refusalOf(request: FastifyRequest, error: Error & { statusCode?: number }) {
  if (error instanceof Refusal) return { status: error.status, retryAfter: error.retryAfter };
  // The limit has said itself when to come again.
  if (error.statusCode === 429) return { status: 429, retryAfter: undefined };
  if (isOutage(error)) request.log.warn({ reason: error.message }, 'a scan could not be carried out');
  else request.log.error({ err: error }, 'a scan failed');
  return { status: 503, retryAfter: 2 };
}
