import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ErrorCode } from '../../contract/errors.ts';
import { type Language, languages, preferredLanguage } from './language.ts';
import { type PageFiles, pagePreloads } from './page-preloads.ts';
import { Refusal } from './refusal.ts';

const dist = new URL('../../web/dist/', import.meta.url);

/** Serves the built front end: hashed files for ever, and the console's one page for every path that is a screen. */
export async function servePages(app: FastifyInstance, loginLogOrigin: string | undefined): Promise<void> {
  const page = await readPage(loginLogOrigin);
  if (page !== undefined) {
    await app.register(fastifyStatic, {
      root: new URL('assets/', dist),
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      index: false,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      /^(GET|HEAD)$/.test(request.method) && !/^\/(api|assets)(\/|$)/.test(request.url) && page !== undefined;
    if (isScreen) {
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'cookie, accept-language')
        .send(page(request));
    }
    throw new Refusal(404, ErrorCode.notFound, { reason: 'no_such_call' });
  });
}

/** The console's page, made for a request; undefined while the front end is not built. */
async function readPage(
  loginLogOrigin: string | undefined,
): Promise<((request: FastifyRequest) => string) | undefined> {
  const names = ['index.html', 'page-files.json'];
  const files = await Promise.all(names.map((name) => readFile(new URL(name, dist), 'utf8'))).catch(() => undefined);
  if (files === undefined) return undefined;
  const [built, pageFiles] = files as [string, string];
  const html = built.replace(
    'name="login-log-origin" content=""',
    `name="login-log-origin" content="${loginLogOrigin ?? ''}"`,
  );
  const preloads = pagePreloads(JSON.parse(pageFiles) as PageFiles);
  const [head = '', rest = ''] = html.split('</head>');
  return (request) => {
    const cookie = request.headers.cookie ?? '';
    const opening = {
      path: request.url.split('?')[0] ?? '',
      signedIn: /(^|;\s*)token=[^;\s]/.test(cookie),
      language: languageOf(cookie) ?? preferredLanguage(request.headers['accept-language']),
    };
    return `${head}${preloads(opening)}</head>${rest}`;
  };
}

function languageOf(cookie: string): Language | undefined {
  const stored = /(?:^|;\s*)language=(\w+)/.exec(cookie)?.[1];
  return languages.find((language) => language === stored);
}
