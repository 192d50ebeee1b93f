import type { FastifyRequest } from 'fastify';

/**
 * Programs that fetch a link to index it or to show a preview of it. A CUBOT is a phone, and Telegram and WhatsApp name
 * themselves in the browsers that people read with, too.
 */
const previewers =
  /\b(?!cubot\b)\w+bot\b|spider\b|crawler|slurp|externalhit|externalagent|whatsapp\/|uripreview|bingpreview|imgproxy|embedly|iframely/i;

/** Whether nobody has opened the page yet: a program looks ahead, or another page embeds this one's address. */
export function isLookAhead({ method, headers }: FastifyRequest): boolean {
  if (method === 'HEAD') return true;
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''} ${headers['x-moz'] ?? ''}`;
  if (/prefetch|prerender|preview/i.test(purpose)) return true;
  // Sent by browsers only. `<img src="…/c?code=…">` on someone's page must not count for everyone who reads it.
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined && destination !== 'document') return true;
  return previewers.test(headers['user-agent'] ?? '');
}
