import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages, text } from '../../platform/language.ts';
import { badInput, notFound } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';
import type { RuleBook } from '../trace/rule-book.ts';
import { type DigitalLink, elementString, pathOf, readDigitalLink } from './digital-link-path.ts';
import type { ShowScan } from './page.ts';
import { languageTags } from './page-texts.ts';

const vocabulary = 'https://ref.gs1.org/voc/';
const linksetContext = 'https://ref.gs1.org/standards/resolver/linkset-context';
/** What there is of a product: all of it is on the consumer page. */
const linkTypes = ['defaultLink', 'pip', 'verificationService'] as const;
/** A page's own words in a query, which a link must not give. */
const reserved = ['code', 'ref', 'told'];

/**
 * A GS1-conformant resolver: a Digital Link leads to the consumer page (307), and gives the linkset of RFC 9264 to whoever
 * asks for it. 400 for what is no Digital Link, 404 for what is none of the enterprise's. People get those as a page as
 * well, which tells that the code is not known and counts as a scan.
 */
export function serveDigitalLinks(app: FastifyInstance, services: Services, rules: RuleBook, showScan: ShowScan): void {
  const resolve = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(crossOrigin);
    if (request.method === 'OPTIONS') return reply.code(204).header('allow', 'GET, HEAD, OPTIONS').send();
    const [path = '', query = ''] = request.url.split(/\?(.*)/s);
    const link = readDigitalLink(path);
    if (!link) return fail(400, request, reply, path);
    const item = await itemOf(link);
    if (!item) return fail(404, request, reply, elementString(link));
    const asked = new URLSearchParams(query);
    const here = `${services.publicUrl()}${pathOf(link)}`;
    reply.header('vary', 'Accept').header('cache-control', 'no-store');
    if (wantsLinkset(request, asked)) {
      reply.header(
        'link',
        `<${linksetContext}>; rel="http://www.w3.org/ns/json-ld#context"; type="application/ld+json"`,
      );
      const set = JSON.stringify(linksetOf(here, services.publicUrl(), link, item));
      // As bytes: JSON is UTF-8, and its types know no charset.
      return reply.header('content-type', linksetTypeOf(request)).send(Buffer.from(set));
    }
    if (!isKnownType(asked.get('linkType'))) return fail(404, request, reply, elementString(link));
    reply.header('link', `<${here}?linkType=linkset>; rel="linkset"; type="application/linkset+json"`);
    return reply.redirect(consumerPage(link, asked), 307);
  };

  const fail = (status: 400 | 404, request: FastifyRequest, reply: FastifyReply, asked: string) => {
    if (request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '')) {
      return showScan(request, reply.code(status), asked);
    }
    throw status === 404 ? notFound('digital_link') : badInput({ path: 'path', reason: 'digital_link' });
  };

  /** What the link is of, in words; undefined for another enterprise's. Whether a serial was issued is not told. */
  const itemOf = async (link: DigitalLink): Promise<string | undefined> => {
    if (link.key === '00') return rules.recognise(link.sscc) && 'SSCC';
    const [product] = await services.system.sql<{ product_name: string }[]>`
      select product_name from product where gtin = any(${writtenForms(link.gtin)}::text[]) limit 1`;
    return product?.product_name;
  };

  for (const url of ['/01/*', '/00/*']) app.route({ method: ['GET', 'HEAD', 'OPTIONS'], url, handler: resolve });
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

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-expose-headers': 'Link, Location',
  'cross-origin-resource-policy': 'cross-origin',
};

/** A GTIN as it may have been written down: without the zeros that fill it up to 14 digits. */
const writtenForms = (gtin: string): string[] =>
  [14, 13, 12, 8].map((length) => gtin.slice(-length)).filter((form) => Number(form) === Number(gtin));

/** `all` is what earlier versions of the standard called it. */
const wantsLinkset = ({ headers }: FastifyRequest, asked: URLSearchParams): boolean =>
  /^(linkset|all)$/.test(asked.get('linkType') ?? '') ||
  /application\/(linkset\+json|ld\+json|json)\b/.test(headers.accept ?? '');

const linksetTypeOf = ({ headers }: FastifyRequest): string =>
  /application\/(?:json|ld\+json)\b/.exec(headers.accept ?? '')?.[0] ?? 'application/linkset+json';

function isKnownType(asked: string | null): boolean {
  const name = asked?.replace(/^(gs1:|https?:\/\/(ref\.)?gs1\.org\/voc\/)/, '');
  return name === undefined || linkTypes.some((known) => known === name);
}

/** The rest of the query goes along, as the standard wants. */
function consumerPage(link: DigitalLink, asked: URLSearchParams): string {
  const query = new URLSearchParams();
  if (link.key === '00' || link.qualifiers.some(([ai]) => ai === '21')) query.set('code', elementString(link));
  for (const [name, value] of asked) if (!reserved.includes(name)) query.append(name, value);
  return query.size > 0 ? `/c?${query}` : '/c';
}

function linksetOf(anchor: string, publicUrl: string, link: DigitalLink, item: string) {
  const href = publicUrl + consumerPage(link, new URLSearchParams());
  const inLanguage = (language: Language) => {
    const page = new URL(href);
    page.searchParams.set('lang', language);
    return {
      href: page.href,
      title: text(language, 'consumer.ask'),
      type: 'text/html',
      hreflang: [languageTags[language].slice(0, 2)],
    };
  };
  return {
    linkset: [
      {
        anchor,
        itemDescription: item,
        [`${vocabulary}defaultLink`]: [{ href, title: text('en', 'consumer.ask') }],
        [`${vocabulary}pip`]: languages.map(inLanguage),
        [`${vocabulary}verificationService`]: languages.map(inLanguage),
      },
    ],
  };
}
