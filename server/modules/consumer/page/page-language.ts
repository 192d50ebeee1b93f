import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageNamed, pageLanguage } from '../../../platform/http/page-language.ts';
import type { Language } from '../../../platform/language.ts';

const year = 365 * 24 * 3600;

/** Asked for by `?lang=`; else chosen before, here or in the console; else the browser's. */
export const languageOf = (request: FastifyRequest): Language => languageIn(request) ?? pageLanguage(request);

/** Keeps the language that a consumer chose from the page's own menu, where it is not the one shown anyway. */
export function rememberLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const chosen = languageIn(request);
  if (!chosen || chosen === pageLanguage(request) || cameFromElsewhere(request)) return;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `language=${chosen}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`);
}

const languageIn = ({ query }: FastifyRequest) => languageNamed((query as { lang?: unknown }).lang);

/** A link that somebody passed on says what they read, not what is chosen here. */
const cameFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin';
