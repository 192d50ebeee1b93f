import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '../language.ts';
import { cookieOf, pageLanguage } from '../language.ts';
import { type OtherOrigins, symbolWorkerPolicy } from '../network/security-headers.ts';
import { Refusal } from '../refusal.ts';
import { pageAnswers } from './page-answers.ts';
import { type PageFiles, pagePreloads, screenAt } from './page-preloads.ts';

const dist = new URL('../../../web/dist/', import.meta.url);

/** The file in the build for `web/ui/code/camera/symbols.worker.ts`. */
const symbolWorker = /\/symbols\.worker-[\w-]+\.js(\.br|\.gz)?$/;

/** Serves the built front end: hashed files, cached for a year, and the console's HTML for all other paths. */
export async function servePages(app: FastifyInstance, calls: readonly Call[], origins: OtherOrigins): Promise<void> {
  const page = await readPage(origins);
  if (page !== undefined) {
    await app.register(fastifyStatic, staticFiles);
    await serveAssets(app, '/assets/', new URL('assets/', dist));
    await serveHandheld(app);
    // A route, since only routes are compressed automatically.
    app.get('/*', async (request, reply) => {
      if (/^\/(api|assets)(\/|$)/.test(request.url)) throw noSuchCall();
      const opening = openingOf(request);
      const { token } = opening;
      // With the API on another origin, its tokens are unknown here.
      const isOurs = token !== undefined && origins.apiOrigin === undefined;
      const answers = isOurs ? await pageAnswers(app, request, { ...opening, calls, token }) : '';
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', opening.token === undefined ? 'no-cache' : 'no-store')
        .header('vary', 'cookie, accept-language')
        .send(page(opening, answers));
    });
  }
  app.setNotFoundHandler(() => {
    throw noSuchCall();
  });
}

const staticFiles: FastifyStaticOptions = {
  root: dist,
  serve: false,
  immutable: true,
  maxAge: '1y',
  preCompressed: true,
  setHeaders: (reply, path) => {
    if (symbolWorker.test(path)) reply.header('content-security-policy', symbolWorkerPolicy);
  },
};

/** The hashed files, which are known by their names: the plugin's own route reads the folder at every request. */
async function serveAssets(app: FastifyInstance, prefix: string, folder: URL): Promise<void> {
  const names = new Set(await readdir(folder));
  const root = fileURLToPath(folder);
  app.get<{ Params: { name: string } }>(`${prefix}:name`, (request, reply) => {
    const { name } = request.params;
    if (!names.has(name)) throw noSuchCall();
    return reply.sendFile(name, root);
  });
}

/** The program of handhelds, which is a page of its own below `/handheld/`. Its service worker asks for new versions of these files. */
async function serveHandheld(app: FastifyInstance): Promise<void> {
  const folder = new URL('handheld/', dist);
  const page = await readFile(new URL('index.html', folder), 'utf8').catch(() => undefined);
  // As with the console, the server starts without a build.
  if (page === undefined) return;
  await serveAssets(app, '/handheld/assets/', new URL('assets/', folder));
  // A build may be older than the server.
  const built = new Set(await readdir(folder));
  for (const [name, type] of Object.entries(handheldFiles)) {
    if (!built.has(name)) continue;
    const content = await readFile(new URL(name, folder));
    app.get(`/handheld/${name}`, (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
  app.get('/handheld', (_, reply) => reply.redirect('/handheld/'));
  app.get('/handheld/*', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
  );
}

const handheldFiles: Readonly<Record<string, string>> = {
  'service-worker.js': 'text/javascript; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json',
  'icon.svg': 'image/svg+xml',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
};

const noSuchCall = () => new Refusal(404, ErrorCode.notFound, { reason: 'no_such_call' });

/** A function that renders the console's HTML for a request; undefined if the front end is not built. */
async function readPage({
  apiOrigin,
  loginLogOrigin,
}: OtherOrigins): Promise<((opening: Opening, answers: string) => string) | undefined> {
  const names = ['index.html', 'page-files.json'];
  const files = await Promise.all(names.map((name) => readFile(new URL(name, dist), 'utf8'))).catch(() => undefined);
  if (files === undefined) return undefined;
  const [source, pageFiles] = files as [string, string];
  const html = Object.entries({ 'api-origin': apiOrigin, 'login-log-origin': loginLogOrigin }).reduce(
    (page, [name, origin]) => page.replace(`name="${name}" content=""`, `name="${name}" content="${origin ?? ''}"`),
    source,
  );
  const preloads = pagePreloads(JSON.parse(pageFiles) as PageFiles);
  const [head = '', rest = ''] = html.split('</head>');
  return ({ path, token, language }, answers) => {
    const files = preloads({ path, language, signedIn: token !== undefined });
    return `${head}${files}${answers}</head>${rest}`;
  };
}

interface Opening {
  readonly path: string;
  /** The menu key of the screen, if its list is shown from the first row without filters. */
  readonly screen: string | undefined;
  /** The token in the cookie, which may have expired. */
  readonly token: string | undefined;
  readonly language: Language;
}

function openingOf(request: FastifyRequest): Opening {
  const [path = '', query] = request.url.split('?');
  return {
    path,
    // Lists with a query of their own are requested by the console.
    screen: query === undefined ? screenAt(path) : undefined,
    token: cookieOf(request, 'token'),
    language: pageLanguage(request),
  };
}
