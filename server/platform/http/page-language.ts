import type { FastifyRequest } from 'fastify';
import { type Language, languages, preferredLanguage } from '../language.ts';

/** The value of a cookie of letters, digits, hyphens and underscores, as all cookies of the console and of pages are. */
export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];

export const languageNamed = (name: unknown): Language | undefined => languages.find((language) => language === name);

/** The language of a page: the one chosen before (cookie), else the one that the browser prefers. */
export const pageLanguage = (request: Pick<FastifyRequest, 'headers'>): Language =>
  languageNamed(cookieOf(request, 'language')) ?? preferredLanguage(request.headers['accept-language']);
