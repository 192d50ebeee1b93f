import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { RuleBook } from '../../../identity/rule-book.ts';
import { pageLanguage } from '../../../platform/http/page-language.ts';
import { languages } from '../../../platform/language.ts';
import { badInput, notFound, Refusal } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { AddressGuard } from '../../../scans/address-guard.ts';
import type { ScanDesk } from '../../../scans/scan-desk.ts';
import type { StatedProducts } from '../page/content/stated-product.ts';
import type { ConsumerPage } from '../page/page.ts';
import { entriesOf, jsonLd, type LinkEntry, linksetContext, linksetOf, linksetPage, vocabulary } from './linkset.ts';
import { type DigitalLink, elementString, pathOf, readDigitalLink, serialOf } from './path.ts';

/** Query parameters of the consumer page, which a Digital Link must not set. */
const reserved = ['code', 'gtin', 'ref', 'told'];

const html = 'text/html';
const linkset = 'application/linkset+json';
const asData = [linkset, 'application/json', 'application/ld+json'];

interface Around {
  readonly rules: RuleBook;
  readonly desk: ScanDesk;
  readonly guard: AddressGuard;
  readonly products: StatedProducts;
  readonly page: ConsumerPage;
}

/**
 * A GS1-conformant resolver (docs/decisions/digital-link.md): a Digital Link redirects to the consumer page (307), or yields the
 * linkset of RFC 9264 on request. Invalid links are answered with 400, unknown items with 404. People get these as a page as
 * well, which says that the code is unknown and counts as a scan.
 */
export function serveDigitalLinks(
  app: FastifyInstance,
  services: Services,
  { rules, desk, guard, products, page }: Around,
): void {
  const resolve = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(crossOrigin);
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', 'GET, HEAD, OPTIONS').send();
    const [path = '', query = ''] = request.url.split(/\?(.*)/s);
    const link = readDigitalLink(path);
    if (!link) return fail(400, request, reply, path);
    // For people, the page for unknown codes counts the scan itself.
    const counts = !isShownPage(request);
    const item = await guard.watch(
      request.ip,
      () => itemOf(link),
      (found) => counts && found === undefined,
    );
    if (!item) return fail(404, request, reply, elementString(link));
    reply.header('vary', 'Accept, Accept-Language').header('cache-control', 'no-store');
    const entries = entriesOf(link, item);
    const asked = new URLSearchParams(query);
    const type = asked.get('linkType');
    if (isLinkset(type) || asData.includes(mediaType(request, [html, ...asData]) ?? html)) {
      return sendLinkset(request, reply, entries, services.publicUrl());
    }
    const here = `${services.publicUrl()}${pathOf(link)}`;
    reply.header('link', `<${here}?linkType=linkset>; rel="linkset"; type="${linkset}"; title="Linkset"`);
    const entry = entryOf(type, entries);
    // Lists the available links instead, as the standard permits.
    if (!entry) return sendLinkset(request, reply.code(404), entries, services.publicUrl());
    return reply.redirect(locationOf(request, entry, query), 307);
  };

  const fail = (status: 400 | 404, request: FastifyRequest, reply: FastifyReply, asked: string) => {
    if (isShownPage(request)) return page.scan(request, reply.code(status), asked);
    throw status === 404 ? notFound('digital_link') : badInput({ path: 'path', reason: 'digital_link' });
  };

  /**
   * The name of what the link identifies; undefined if it is not the enterprise's. Whether a serial was issued is not disclosed,
   * unless the product is disabled: then only links of issued codes work.
   */
  const itemOf = async (link: DigitalLink): Promise<string | undefined> => {
    if (link.key === '00') return rules.recognise(link.sscc) && 'SSCC';
    const product = await products.byGtin(link.gtin);
    if (product || !serialOf(link)) return product?.product_name;
    const { answer } = await desk.look(elementString(link));
    return answer.verdict === 'unknown' ? undefined : (answer.product?.product_name ?? 'GTIN');
  };

  for (const url of ['/01/*', '/00/*']) {
    app.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url,
      handler: resolve,
      errorHandler: (error, request, reply) => {
        if (error instanceof Refusal || !isPerson(request)) throw error;
        return page.failure(request, reply, error);
      },
    });
  }
  describeResolver(app, services);
}

/** Serves the resolver description file of the standard. */
function describeResolver(app: FastifyInstance, services: Services): void {
  app.get('/.well-known/gs1resolver', async (_, reply) => {
    reply.headers(crossOrigin).header('cache-control', 'public, max-age=3600');
    return {
      name: 'suyuan',
      resolverRoot: services.publicUrl(),
      supportedPrimaryKeys: ['01', '00'],
      supportedLinkType: [{ namespace: vocabulary, prefix: 'gs1:' }],
      linkTypeDefaultCanBeLinkset: false,
      jsonLdContextLocation: linksetContext,
    };
  });
}

/** Sends the linkset in the requested form: as data, or as a page. */
function sendLinkset(request: FastifyRequest, reply: FastifyReply, entries: readonly LinkEntry[], publicUrl: string) {
  const type = mediaType(request, [...asData, html]) ?? linkset;
  if (type === html) {
    const language = pageLanguage(request);
    return reply.type('text/html; charset=utf-8').send(linksetPage(entries, publicUrl, language));
  }
  const data = type === 'application/ld+json' ? jsonLd : linksetOf;
  const context = `<${linksetContext}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`;
  // Sent as bytes, so that no charset is added to the media type: JSON is always UTF-8.
  const bytes = Buffer.from(JSON.stringify(data(entries, publicUrl)));
  return reply.header('link', context).header('content-type', type).send(bytes);
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-expose-headers': 'Link, Location',
  'cross-origin-resource-policy': 'cross-origin',
};

/** The media type that the client prefers; the first if it accepts any, undefined if it accepts none. */
const mediaType = (request: FastifyRequest, types: string[]): string | undefined =>
  new Negotiator(request).mediaType(types);

const isShownPage = (request: FastifyRequest): boolean => request.method === 'GET' && isPerson(request);
/** Whether the client explicitly accepts HTML, as browsers do; programs usually accept anything. */
const isPerson = (request: FastifyRequest): boolean => new Negotiator(request).mediaTypes().includes(html);

/** Earlier versions of the standard call it `all`. */
const isLinkset = (type: string | null): boolean => type === 'linkset' || type === 'all';

/** The entry with a link of the requested type; by default that of the most specific level. */
function entryOf(asked: string | null, entries: readonly LinkEntry[]): LinkEntry | undefined {
  if (isDefault(asked)) return entries.at(-1);
  return entries.find(({ type }) => type === typeName(asked));
}

const typeName = (asked: string | null) => asked?.replace(/^(gs1:|https?:\/\/(?:(?:ref|www)\.)?gs1\.org\/voc\/)/, '');
const isDefault = (asked: string | null): boolean => asked === null || typeName(asked) === 'defaultLink';

/**
 * The target of the redirect. Other query parameters are passed on unchanged, as the standard requires. A requested link type
 * adds the client's language; the default link has none, so its page chooses the language itself.
 */
function locationOf(request: FastifyRequest, { page }: LinkEntry, query: string): string {
  const kept = query.split('&').filter((pair) => pair !== '' && !reserved.includes(nameOf(pair)));
  const asked = new URLSearchParams(query);
  const typed = !isDefault(asked.get('linkType')) && !languages.some((language) => language === asked.get('lang'));
  return [page, ...(typed ? [`lang=${pageLanguage(request)}`] : []), ...kept].join('&');
}

const nameOf = (pair: string): string => [...new URLSearchParams(pair).keys()][0] ?? '';
