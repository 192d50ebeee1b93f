import type { IncomingMessage } from 'node:http';

/** The addresses in symbols, and those that people type, without what may follow. */
const consumerPaths = /^\/(consumer|c|m\/q)(?:\/+([^?]*))?$/i;
/** The parameters of the consumer page. */
const consumerNames = /(^|&)(code|gtin|ref|told|lang)(?==)/gi;

/**
 * The address of a request as the routes have it. Scanners, shops that shorten links, and people add a slash at the end, write in
 * capitals, keep the `&amp;` of a page's source, or send a fragment: a consumer must not land anywhere else for that.
 */
export function plainAddress({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [address = '/'] = url.split('#');
  const [path = '', query] = address.split(/\?(.*)/s);
  const isPublic = consumerPaths.test(path) || /^\/(?:\d{2,4}\/|e[hx])/i.test(path);
  if (!isPublic) return address;
  const pairs = query?.replace(/&amp;/gi, '&');
  const match = consumerPaths.exec(path);
  if (!match) return pairs === undefined ? path : `${path}?${pairs}`;
  const [, begin = '', rest = ''] = match;
  const code = rest.replace(/\/+$/, '').replaceAll('/', '%2F');
  const plain = `/${begin.toLowerCase()}${code === '' || /^consumer$/i.test(begin) ? '' : `/${code}`}`;
  return pairs === undefined ? plain : `${plain}?${pairs.replace(consumerNames, (whole) => whole.toLowerCase())}`;
}
