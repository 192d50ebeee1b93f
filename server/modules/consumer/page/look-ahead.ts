import type { FastifyRequest } from 'fastify';

/**
 * User agents of programs that fetch links for indexing or previews. CUBOT is a brand of phones; Telegram and WhatsApp also
 * appear in the user agents of browsers that people read with.
 */
const previewers =
  /\b(?!cubot\b)\w+bot\b|spider\b|crawler|slurp|externalhit|externalagent|whatsapp\/|uripreview|bingpreview|imgproxy|embedly|iframely/i;

/** Whether a request was not made by a person: it is a prefetch, a preview, or embedded in another page. */
export function isLookAhead({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return true;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (/prefetch|prerender|preview/i.test(purpose)) return true;
  // Only sent by browsers. `<img src="…/c?code=…">` on another page must not count as a scan for each of its readers.
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return true;
  return previewers.test(headers['user-agent'] ?? '');
}
