import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Language, languages, preferredLanguage } from '../../platform/language.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { openAnswer, sealAnswer } from './page-answer.ts';
import { languageTags, textsOf } from './page-texts.ts';
import { type PageContent, PageView } from './page-view.ts';
import type { ScanDesk } from './scan.ts';

const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
const longestCode = 2048;

/** Programs that fetch a link to show a preview of it: nobody has scanned anything yet. */
const previewers =
  /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|skype|embedly|quora link|headlesschrome-prerender/i;

/**
 * The page a consumer sees after scanning, rendered here with its verdict in it, so that it needs no script. One GET is
 * one scan; a look ahead by a program is none, and showing an answer again in another language is none.
 */
export function serveConsumerPage(app: FastifyInstance, services: Services, desk: ScanDesk): void {
  const script = scriptOf();

  const show = (request: FastifyRequest, reply: FastifyReply, content: PageContent, status = 200) => {
    const texts = textsOf(languageOf(request), services.config.timeZone);
    const body = renderToStaticMarkup(h(PageView, { content, texts }));
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .send(
        `<!doctype html><html lang="${languageTags[texts.language]}"><head><meta charset="utf-8">` +
          '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">' +
          `<title>${texts.t('title')}</title><style>${style}</style></head><body>${body}` +
          `${script ? `<script type="module" src="${script}"></script>` : ''}</body></html>`,
      );
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, asked: string | undefined) => {
    const { ref } = request.query as { ref?: unknown };
    const shown = typeof ref === 'string' ? openAnswer(services.masterKey, ref) : undefined;
    if (shown)
      return show(request, reply, { kind: 'answer', asked: shown.asked, answer: shown.answer, ref: ref as string });
    if (asked === undefined || asked.trim() === '') return show(request, reply, { kind: 'ask' });
    if (isLookAhead(request)) return show(request, reply, { kind: 'confirm', asked });
    try {
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, 512);
      const scanned = await desk.scan(asked.slice(0, longestCode), { ip: request.ip, userAgent });
      const sealed = sealAnswer(services.masterKey, { asked: asked.slice(0, 200), answer: scanned, at: Date.now() });
      return show(request, reply, { kind: 'answer', asked, answer: scanned, ref: sealed });
    } catch (error) {
      if (!(error instanceof Refusal)) request.log.error({ err: error }, 'a scan failed');
      reply.header('retry-after', 2);
      return show(request, reply, { kind: 'busy', asked }, 503);
    }
  };

  // Only GET: a HEAD must not count as a scan.
  const get = (url: string, asked: (request: FastifyRequest) => string | undefined) =>
    app.route({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => answer(request, reply, asked(request)),
    });
  const inPath = (name: string) => (request: FastifyRequest) => (request.params as Record<string, string>)[name];
  const inQuery = (request: FastifyRequest) => {
    const { code } = request.query as { code?: unknown };
    return typeof code === 'string' ? code : undefined;
  };
  get('/c', inQuery);
  get('/consumer', inQuery);
  get('/m/q/:qrcode', inPath('qrcode'));
  get('/01/:gtin/21/:serial', inPath('serial'));
  get('/01/:gtin/10/:lot/21/:serial', inPath('serial'));
  get('/00/:sscc', inPath('sscc'));
}

/** Asked for by `?lang=`, else by the browser. */
function languageOf(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return languages.find((language) => language === lang) ?? preferredLanguage(request.headers['accept-language']);
}

function isLookAhead({ headers }: FastifyRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  return /prefetch|prerender|preview/i.test(purpose) || previewers.test(headers['user-agent'] ?? '');
}

/** The page's small script, when the front end was built. The page does without it. */
function scriptOf(): string | undefined {
  try {
    const manifest = readFileSync(new URL('../../../web/dist/.vite/manifest.json', import.meta.url), 'utf8');
    const entry = (JSON.parse(manifest) as Record<string, { file: string }>)['consumer/main.ts'];
    return entry && `/${entry.file}`;
  } catch {
    return undefined;
  }
}
