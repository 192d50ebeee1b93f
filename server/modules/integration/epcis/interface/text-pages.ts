import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MacKey } from '#platform/secrets/master-key.ts';
import { single, wholeNumber } from '../query/conditions/parameters.ts';
import { pageToken, readPageToken } from '../query/pages/page-token.ts';
import type { EpcisScope } from './scope.ts';

const pageSize = { usual: 30, most: 1000 } as const;

interface Pages {
  readonly scope: EpcisScope;
  readonly key: MacKey;
  /** The resource that has them. */
  readonly resource: string;
  readonly account: number;
}

/** What a page has to have: so many texts at most, those after one. */
export interface AskedPage {
  readonly after: string | undefined;
  readonly most: number;
}

/**
 * Finds the page of a resource that a request asks for, in the order of texts, and links to the next one. `find` answers the last
 * text of the page as `end` if there are more.
 */
export async function pageOfTexts<Page extends { readonly end: string | undefined }>(
  { scope, key, resource, account }: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  find: (asked: AskedPage) => Promise<Page>,
): Promise<Page> {
  const query = request.query as Record<string, string | string[] | undefined>;
  const [perPage, token] = ['perPage', 'nextPageToken'].map((one) => query[one] && [query[one]].flat());
  const size = perPage ? wholeNumber('perPage', perPage, 1_000_000) : pageSize.usual;
  const about = { parameters: new Map([[resource, []]]), account, key };
  const from = token ? readPageToken(single('nextPageToken', token), about) : undefined;
  const page = await find({ after: from?.after[0] ?? undefined, most: Math.min(size, pageSize.most) });
  if (page.end !== undefined) {
    const next = pageToken({ after: [page.end, 0, 0, ''], until: [0, 0], count: 0 }, about);
    const search = new URLSearchParams({ perPage: String(size), nextPageToken: next.token });
    reply.headers({
      link: `<${scope.address(`/${resource}`)}?${search}>; rel="next"`,
      'gs1-next-page-token-expires': next.expires.toISOString(),
    });
  }
  return page;
}
