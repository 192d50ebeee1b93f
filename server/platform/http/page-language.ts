import type { FastifyRequest } from 'fastify';
import { type Language, languages, preferredLanguage } from '../language.ts';

/** What a cookie of a request says: the console's and the pages' own ones have letters, digits, hyphens and underscores. */
export const cookieOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];

export const languageNamed = (name: unknown): Language | undefined => languages.find((language) => language === name);

/** The language of a page: the one that was chosen before, else the one that the browser asks for. */
export const pageLanguage = (request: Pick<FastifyRequest, 'headers'>): Language =>
  languageNamed(cookieOf(request, 'language')) ?? preferredLanguage(request.headers['accept-language']);
