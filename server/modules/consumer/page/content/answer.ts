import type { ScanAnswer } from '../../../../../contract/consumer/scan.ts';
import type { MasterKey } from '../../../../platform/secrets/master-key.ts';

/** A scan as the page shows it: what was asked, what was answered, when. */
export interface PageAnswer {
  readonly asked: string;
  /** Absent while nobody has asked: a page that waits for a touch. */
  readonly answer?: ScanAnswer | undefined;
  /** What the scan is known by. */
  readonly scan?: ScanKey | undefined;
  readonly at: number;
  /** When the same device asked, where this is a second look. */
  readonly askedBefore?: number | undefined;
}

/** A code, and how often it had been asked for. */
export interface ScanKey {
  readonly codeId: number;
  readonly nth: number;
  /** The product that was answered. */
  readonly productId: number | null;
}

const purpose = 'consumer page';
/** Long enough to choose a language, too short to print the link of a "genuine" on another product. */
const lifetime = 10 * 60_000;

/**
 * Seals what the page shows into a text for a link of the page itself, so that showing it again, in another language,
 * is no second scan. It can be neither read nor made up: how often an unknown text was asked for is nobody's affair.
 */
export function sealAnswer(key: MasterKey, shown: PageAnswer): string {
  return key.seal(Buffer.from(JSON.stringify(shown)), purpose).toString('base64url');
}

/** What such a text shows; undefined when it is not ours. The answer of an old one has to be asked for again. */
export function openAnswer(key: MasterKey, sealed: string): PageAnswer | undefined {
  const shown = unsealed(key, sealed);
  if (!shown || Date.now() - shown.at < lifetime) return shown;
  return { asked: shown.asked, at: shown.at };
}

function unsealed(key: MasterKey, sealed: string): PageAnswer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.toString('base64url') !== sealed) return undefined;
  try {
    return JSON.parse(key.unseal(bytes, purpose).toString()) as PageAnswer;
  } catch {
    return undefined;
  }
}
