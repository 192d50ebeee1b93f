import { wordsForKeys } from '@suyuan/codes/carrier/digital-link.ts';
import { binaryElements, isBinary } from '@suyuan/codes/carrier/epc-binary.ts';
import { primaryKeys } from '@suyuan/codes/carrier/gs1/application-identifiers.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { RuleBook } from '#identity/rule-book.ts';
import { type Language, languages, pageLanguage } from '#platform/language.ts';
import { badInput, notFound, Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { AddressGuard } from '#scans/address-guard.ts';
import type { ScanDesk } from '#scans/scan-desk.ts';
import type { StatedProducts } from '../page/content/stated-product.ts';
import type { ConsumerPage } from '../page/page.ts';
import { crossOrigin, describeResolver, methods } from './description-file.ts';
import { entriesOf, jsonLd, type LinkEntry, linksetContext, linksetOf, linksetPage, pageType } from './linkset.ts';
import { type DigitalLink, elementString, linkOf, pathOf, readDigitalLink, serialOf } from './path.ts';

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
 * well, which reports that the code is unknown and counts as a scan.
 */
export function serveDigitalLinks(
  app: FastifyInstance,
  services: Services,
  { rules, desk, guard, products, page }: Around,
): void {
  const resolve = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(crossOrigin);
    const [path = '', query = ''] = request.url.split(/\?(.*)/s);
    const step = path.replace(/\/$/, '').slice(1);
    const binary = isBinary(step) ? binaryElements(step) : undefined;
    const link = binary ? linkOf(binary.faults.length === 0 ? binary.elements : []) : readDigitalLink(path, query);
    const own = link && link.key !== 'other' ? link : undefined;
    const links = own ? linksOf(own, binary !== undefined) : undefined;
    if (request.method === 'OPTIONS') {
      if (links) reply.header('link', links);
      return reply.code(204).header('allow', methods).send();
    }
    if (!link) return fail(400, request, reply, path);
    if (!own) return fail(404, request, reply, path);
    // For people, the page for unknown codes counts the scan itself.
    const counts = !isShownPage(request);
    const item = await guard.watch(
      request.ip,
      () => itemOf(own),
      (product) => counts && product === undefined,
    );
    if (!item) return fail(404, request, reply, elementString(own));
    reply.header('vary', 'Accept, Accept-Language').header('cache-control', 'no-store');
    const entries = entriesOf(own, item);
    const type = new URLSearchParams(query).get('linkType');
    if (isLinkset(type)) return sendLinkset(request, reply, entries, services.publicUrl());
    // A requested type is led to, whatever the client accepts.
    const prefersData = asData.includes(mediaType(request, [html, ...asData]) ?? html);
    if (type === null && prefersData) return sendLinkset(request, reply, entries, services.publicUrl());
    reply.header('link', links);
    // Lists the available links instead, as the standard permits.
    if (!isKnownType(type)) return sendLinkset(request, reply.code(404), entries, services.publicUrl());
    return reply.redirect(services.publicUrl() + locationOf(request, entries.at(-1) as LinkEntry, query), 307);
  };

  /** The Link header: where the linkset of a link is, and for a compressed one what it is uncompressed. */
  const linksOf = (link: Exclude<DigitalLink, { key: 'other' }>, isCompressed: boolean): string => {
    const here = `${services.publicUrl()}${pathOf(link)}`;
    const set = `<${here}?linkType=linkset>; rel="linkset"; type="${linkset}"; title="Linkset"`;
    return isCompressed ? `${set}, <${here}>; rel="owl:sameAs"` : set;
  };

  const fail = (status: 400 | 404, request: FastifyRequest, reply: FastifyReply, text: string) => {
    if (isShownPage(request)) return page.scan(request, reply.code(status), text);
    throw status === 404 ? notFound('digital_link') : badInput({ path: 'path', reason: 'digital_link' });
  };

  /**
   * The name of what the link identifies; undefined if it is not the enterprise's. Whether a serial was issued is not disclosed,
   * unless the product is disabled: then only links of issued codes work.
   */
  const itemOf = async (link: Exclude<DigitalLink, { key: 'other' }>): Promise<string | undefined> => {
    if (link.key === '00') return rules.recognise(link.sscc) && 'SSCC';
    const product = await products.byGtin(link.gtin);
    if (product || !serialOf(link)) return product?.product_name;
    const { answer } = await desk.look(elementString(link));
    return answer.verdict === 'unknown' ? undefined : (answer.product?.product_name ?? 'GTIN');
  };

  const words = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(crossOrigin);
    return request.method === 'OPTIONS'
      ? reply.code(204).header('allow', methods).send()
      : fail(404, request, reply, '');
  };

  const routes = [
    ...primaryKeys.map((key) => [`/${key}`, resolve] as const),
    ...wordsForKeys.map((word) => [`/${word}`, words] as const),
  ]
    .flatMap(([url, handler]) => [[url, handler] as const, [`${url}/*`, handler] as const])
    // Without a value, this is the console's page for what one may not see.
    .filter(([url]) => url !== '/401');
  for (const [url, handler] of [...routes, ['/eh*', resolve] as const, ['/ex*', resolve] as const]) {
    app.route({
      method: ['GET', 'HEAD', 'OPTIONS'],
      url,
      handler,
      errorHandler: (error, request, reply) => {
        if (error instanceof Refusal || !isPerson(request)) throw error;
        return page.failure(request, reply, error);
      },
    });
  }
  describeResolver(app, services);
}

/** Sends the linkset in the requested form: as data, or as a page. */
function sendLinkset(request: FastifyRequest, reply: FastifyReply, entries: readonly LinkEntry[], publicUrl: string) {
  // Without a wish, a page that has the data in it.
  const type = request.headers.accept === undefined ? html : (mediaType(request, [...asData, html]) ?? linkset);
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

/** The media type that the client prefers; the first if it accepts any, undefined if it accepts none. */
const mediaType = (request: FastifyRequest, types: string[]): string | undefined =>
  new Negotiator(request).mediaType(types);

const isShownPage = (request: FastifyRequest): boolean => request.method === 'GET' && isPerson(request);
/** Whether the client explicitly accepts HTML, as browsers do; programs usually accept anything. */
const isPerson = (request: FastifyRequest): boolean => new Negotiator(request).mediaTypes().includes(html);

/** Earlier versions of the standard call it `all`. */
const isLinkset = (type: string | null): boolean => type === 'linkset' || type === 'all';

/** Whether there is a link of the requested type: the default one, or the page. */
const isKnownType = (text: string | null): boolean => isDefault(text) || typeName(text) === pageType;

const typeName = (text: string | null) => text?.replace(/^(gs1:|https?:\/\/(?:(?:ref|www)\.)?gs1\.org\/voc\/)/, '');
const isDefault = (text: string | null): boolean => text === null || typeName(text) === 'defaultLink';

/**
 * The target of the redirect. The whole query is passed on unchanged, as the standard requires. A requested link type adds the
 * client's language, if it names one; the default link has none, so its page chooses the language itself.
 */
function locationOf(request: FastifyRequest, { page }: LinkEntry, query: string): string {
  const text = new URLSearchParams(query);
  const isOpen = !isDefault(text.get('linkType')) && !languages.some((language) => language === text.get('lang'));
  const language = isOpen ? languageAccepted(request) : undefined;
  const pairs = [...(language ? [`lang=${language}`] : []), ...(query === '' ? [] : [query])];
  return pairs.length === 0 ? page : `${page}?${pairs.join('&')}`;
}

/** The language of the page that the client requests by name. */
const languageAccepted = (request: FastifyRequest): Language | undefined => {
  const tags = new Negotiator(request).languages().map((tag) => tag.slice(0, 2).toLowerCase());
  return tags.map((tag) => languages.find((language) => language === tag)).find((language) => language !== undefined);
};
