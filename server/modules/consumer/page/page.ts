import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage } from '#platform/database/database.ts';
import { RecurringWarnings } from '#platform/http/recurring.ts';
import { cookieOf, type Language, languageNamed, pageLanguage } from '#platform/language.ts';
import { machineFull, Refusal } from '#platform/refusal.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { Services } from '#platform/services.ts';
import { type ScanDesk, visitLength } from '#scans/scan-desk.ts';
import { openAnswer, type PageContent, sealAnswer, textsOf } from './content/content.ts';
import type { LookCache, PageLook } from './content/look-cache.ts';
import { keepPlace, readPlace } from './content/purchase-place.ts';
import { RefusalPages } from './content/refusal.ts';
import type { StatedProduct, StatedProducts } from './content/stated-product.ts';
import { pageDocument, scriptOf } from './view/view.ts';

const longestCode = 2048;

interface Shown {
  readonly content: PageContent;
  readonly look: PageLook;
  /** The cookie with the device's own scans. */
  readonly remembered?: string | undefined;
}

interface Sources {
  readonly desk: ScanDesk;
  readonly looks: LookCache;
  readonly products: StatedProducts;
}

/** The page, for other routes that lead to it. */
export interface ConsumerPage {
  /** Answers the scan of a text. */
  scan(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply>;
  /** Answers an error. */
  failure(request: FastifyRequest, reply: FastifyReply, error: Error): FastifyReply;
}

/**
 * The page that a consumer sees after scanning. It is rendered on the server and needs no script. Each GET is a scan, except for
 * previews by programs, showing an answer again in another language, and a second look by the same device within half an hour.
 */
export function serveConsumerPage(
  app: FastifyInstance,
  services: Services,
  { desk, looks, products }: Sources,
): ConsumerPage {
  const { masterKey, timeZone } = services;
  const script = scriptOf();

  const show = (request: FastifyRequest, reply: FastifyReply, { content, look, remembered }: Shown) => {
    rememberLanguage(request, reply);
    if (remembered !== undefined) reply.header('set-cookie', `${ownScans}=${remembered}; ${cookieTerms(request)}`);
    return reply.headers(pageHeaders).send(draw(content, look, languageOf(request)));
  };
  const draw = (content: PageContent, look: PageLook, language: Language) =>
    pageDocument({ content, look, texts: textsOf(timeZone(), language) }, script);
  const refusals = new RefusalPages((kind, language) => draw({ kind }, looks.general(), language));

  const { scanned, shownFor } = contents(masterKey, { desk, looks, products });
  const showFailure = (request: FastifyRequest, reply: FastifyReply, error: Error) => {
    const { status, retryAfter } = refusalOf(request, error);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    reply.code(status).headers(pageHeaders);
    return refusals.send(request, reply, status === 429 ? 'tooMany' : 'busy', languageOf(request));
  };

  for (const url of addresses) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => show(request, reply, await shownFor(request)),
      errorHandler: (error, request, reply) => showFailure(request, reply, error),
    });
  }
  takePlaces(app, services);

  return {
    async scan(request, reply, text) {
      try {
        return show(request, reply, await scanned(request, text));
      } catch (error) {
        return showFailure(request, reply, error as Error);
      }
    },
    failure: showFailure,
  };
}

/** Determines the contents of the page for a request: a new scan, an earlier answer, a product, or the form for a code. */
function contents(masterKey: MasterKey, { desk, looks, products }: Sources) {
  const plainly = (content: PageContent) => ({ content, look: looks.general() });
  const shownProduct = async (product: StatedProduct | undefined): Promise<Shown | undefined> =>
    product && { content: { kind: 'product', product }, look: await looks.of(product.id) };
  const scanned = async (request: FastifyRequest, text: string): Promise<Shown> => {
    const ahead = isLookAhead(request);
    const product = await shownProduct(await products.watchedIn(request.ip, text, ahead));
    if (product) return product;
    if (ahead) return plainly(confirmation(text));
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, 512);
    const at = Date.now();
    const source = { ip: request.ip, userAgent, remembered: cookieOf(request, ownScans) };
    const { answer, scannedBefore, remembered, ...scan } = await desk.scan(text, source);
    const ref = sealAnswer(masterKey, { text, answer, scan, at, scannedBefore });
    const content = { kind: 'answer', text, answer, at, scannedBefore, ref, placeGiven: false } as const;
    return { content, look: await looks.of(scan.productId), remembered };
  };
  const again = async (ref: string, placeGiven: boolean): Promise<Shown> => {
    const page = openAnswer(masterKey, ref);
    if (!page) return plainly({ kind: 'ask' });
    const { text, answer, at, scannedBefore, scan } = page;
    if (!answer) return plainly({ kind: 'confirm', text, ref });
    const content = { kind: 'answer', text, answer, at, scannedBefore, ref, placeGiven } as const;
    return { content, look: await looks.of(scan?.productId ?? null) };
  };
  const confirmation = (text: string): PageContent => ({
    kind: 'confirm',
    text,
    ref: sealAnswer(masterKey, { text, at: Date.now() }),
  });
  const shownFor = async (request: FastifyRequest): Promise<Shown> => {
    // The query of an address with the code in its path is that of a Digital Link, which may have any names.
    const isLink = (request.params as { code?: string }).code !== undefined;
    const { ref, told: placeGiven, gtin } = isLink ? {} : (request.query as Record<string, unknown>);
    if (typeof ref === 'string') return again(ref, placeGiven === '1');
    const text = codeIn(request);
    if (text !== '') return scanned(request, text);
    const statedGtin = typeof gtin === 'string' ? gtin.slice(0, 14) : '';
    const product = statedGtin === '' ? undefined : await products.watchedByGtin(request.ip, statedGtin);
    return (await shownProduct(product)) ?? plainly({ kind: 'ask' });
  };
  return { scanned, shownFor };
}

/** Accepts the place of purchase, once per scan. It requires the reference in the page, which other sites do not know. */
function takePlaces(app: FastifyInstance, services: Services): void {
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_, body, callback) => callback(null, new URLSearchParams(body as string)),
    );
    forms.post('/c/place', { config: { rateLimit: { max: 20 } } }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const ref = form.get('ref') ?? '';
      const page = openAnswer(services.masterKey, ref);
      const place = readPlace(form);
      if (page?.scan && place) await keepPlace(services, page.scan, place);
      const query = new URLSearchParams({ ref, ...(page?.scan && place ? { told: '1' } : {}) });
      const lang = languageNamed(form.get('lang'));
      if (lang) query.set('lang', lang);
      return reply.header('cache-control', 'no-store').redirect(`/c?${query}#place`, 303);
    });
  });
}

/** The cookie in which a device remembers its scans. Scripts cannot read it, and requests from other sites do not have it. */
const ownScans = 'own_scans';
const cookieTerms = ({ protocol }: FastifyRequest): string =>
  `Max-Age=${visitLength / 1000}; Path=/; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`;

/** The paths in symbols, and those that people type. Digital Links redirect to them. */
const addresses = ['/c', '/c/:code', '/m/q', '/m/q/:code', '/consumer'];

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** The code in the path or in the query; empty if there is none, or several. */
function codeIn({ params, query }: FastifyRequest): string {
  const code = (params as { code?: string }).code ?? (query as { code?: unknown }).code;
  return typeof code === 'string' ? code.slice(0, longestCode).trim() : '';
}

const outages = new RecurringWarnings('a scan could not be carried out');

/** The status for an error: a rate limit, or an outage. A later request may succeed. */
function refusalOf(request: FastifyRequest, error: Error & { statusCode?: number }) {
  const refusal = error instanceof Refusal ? error : machineFull(error);
  if (refusal) {
    if (refusal.status === 503) outages.warn(request.log, String(refusal.cause ?? refusal.message));
    return { status: refusal.status, retryAfter: refusal.retryAfter };
  }
  // The rate limiter has set the Retry-After header itself.
  if (error.statusCode === 429) return { status: 429, retryAfter: undefined };
  if (isOutage(error)) outages.warn(request.log, error.message);
  else request.log.error({ err: error }, 'a scan failed');
  return { status: 503, retryAfter: 2 };
}

/**
 * User agents of programs that fetch links for indexing or previews. CUBOT is a brand of phones; Telegram and WhatsApp also
 * appear in the user agents of browsers that people read with.
 */
const previewers =
  /\b(?!cubot\b)\w+bot\b|spider\b|crawler|slurp|externalhit|externalagent|whatsapp\/|uripreview|bingpreview|imgproxy|embedly|iframely/i;

/** Whether a request was not made by a person: it is a prefetch, a preview, or embedded in another page. */
function isLookAhead({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return true;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (/prefetch|prerender|preview/i.test(purpose)) return true;
  // Only sent by browsers. `<img src="…/c?code=…">` on another page must not count as a scan for each of its readers.
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return true;
  return previewers.test(headers['user-agent'] ?? '');
}

const year = 365 * 24 * 3600;

/** The language in `?lang=`, else the one chosen before on this page or in the console, else the browser's. */
const languageOf = (request: FastifyRequest): Language => languageIn(request) ?? pageLanguage(request);

/** Stores the language chosen in the page's menu in a cookie, if it is not the default anyway. */
function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const language = languageIn(request);
  if (!language || language === pageLanguage(request) || cameFromElsewhere(request)) return;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `language=${language}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`);
}

const languageIn = ({ query }: FastifyRequest) => languageNamed((query as { lang?: unknown }).lang);

/** Whether the request comes from another site. A shared link contains its sender's language, which is not a choice here. */
const cameFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
