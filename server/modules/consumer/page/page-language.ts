import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageNamed, pageLanguage } from '#platform/http/page-language.ts';
import type { Language } from '#platform/language.ts';

const year = 365 * 24 * 3600;

/** The language in `?lang=`, else the one chosen before on this page or in the console, else the browser's. */
export const languageOf = (request: FastifyRequest): Language => languageIn(request) ?? pageLanguage(request);

/** Stores the language chosen in the page's menu in a cookie, if it is not the default anyway. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = languageIn(request);
  if (!chosen || chosen === pageLanguage(request) || cameFromElsewhere(request)) return;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `language=${chosen}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`);
}

const languageIn = ({ query }: FastifyRequest) => languageNamed((query as { lang?: unknown }).lang);

/** Whether the request comes from another site. A shared link contains its sender's language, which is not a choice here. */
const cameFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
