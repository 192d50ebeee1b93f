import { timingSafeEqual } from 'node:crypto';
import type { ScanAnswer } from '../../../contract/consumer.ts';
import type { MasterKey } from '../../platform/master-key.ts';

/** A scan as the page shows it: what was asked, what was answered, when. */
export interface PageAnswer {
  readonly asked: string;
  /** Absent while nobody has asked: a page that waits for a touch. */
  readonly answer?: ScanAnswer | undefined;
  readonly at: number;
}

const purpose = 'consumer page';
/** Long enough to choose a language, too short to print the link of a "genuine" on another product. */
const lifetime = 10 * 60_000;

/**
 * Seals what the page shows into a text for a link of the page itself, so that showing it again, in another language,
 * is no second scan. It can be read but not made up.
 */
export function sealAnswer(key: MasterKey, shown: PageAnswer): string {
  const body = Buffer.from(JSON.stringify(shown)).toString('base64url');
  return `${body}.${key.mac(body, purpose)}`;
}

/** What such a text shows; undefined when it is not ours. The answer of an old one has to be asked for again. */
export function openAnswer(key: MasterKey, sealed: string): PageAnswer | undefined {
  const [body = '', mac = ''] = sealed.split('.');
  const expected = Buffer.from(key.mac(body, purpose));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const shown = JSON.parse(Buffer.from(body, 'base64url').toString()) as PageAnswer;
  return Date.now() - shown.at < lifetime ? shown : { ...shown, answer: undefined };
}
