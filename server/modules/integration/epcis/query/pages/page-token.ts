import { createHash, timingSafeEqual } from 'node:crypto';
import type { MacKey } from '#platform/secrets/master-key.ts';
import { badParameter, type Parameters } from '../conditions/parameters.ts';
import type { Position } from './position.ts';

/** Where a page ended, and what the next one has to keep to. */
export interface PageEnd {
  /** The last event of the page. */
  readonly after: Position;
  /** The last event that had been captured, and the last row of own events, when the first page was read. */
  readonly until: readonly [kept: number, own: number];
  /** How many events the pages have had. */
  readonly count: number;
}

/** How long the token of a page is valid, in milliseconds. */
const validity = 3_600_000;

interface Token extends PageEnd {
  readonly expires: number;
  /** The query that it is of. */
  readonly query: string;
}

const hashOf = (parameters: Parameters, account: number): string =>
  createHash('sha256')
    .update(JSON.stringify([account, [...parameters].sort(([one], [other]) => (one < other ? -1 : 1))]))
    .digest('base64url');

/** A token for the page after this one, and when it expires. */
export function pageToken(
  end: PageEnd,
  { parameters, account, key }: { parameters: Parameters; account: number; key: MacKey },
): { readonly token: string; readonly expires: Date } {
  const expires = new Date(Date.now() + validity);
  const content: Token = { ...end, expires: expires.getTime(), query: hashOf(parameters, account) };
  const text = Buffer.from(JSON.stringify(content)).toString('base64url');
  return { token: `${text}.${key.mac(text)}`, expires };
}

/** Reads a token. Throws for one that is expired, of another query, or not of this server. */
export function readPageToken(
  token: string,
  { parameters, account, key }: { parameters: Parameters; account: number; key: MacKey },
): PageEnd {
  const [text = '', mac = ''] = token.split('.');
  const [expected, given] = [Buffer.from(key.mac(text)), Buffer.from(mac)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw badParameter('nextPageToken', 'is not a token of this server');
  }
  const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as Token;
  if (content.expires < Date.now()) throw badParameter('nextPageToken', 'has expired');
  if (content.query !== hashOf(parameters, account)) throw badParameter('nextPageToken', 'is of another query');
  return content;
}
