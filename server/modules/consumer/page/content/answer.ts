import type { ScanAnswer } from '@suyuan/contract/consumer/scan.ts';
import { minute } from '@suyuan/contract/durations.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';

/** A scan and its answer, as the page shows it. */
export interface PageAnswer {
  /** What was scanned or typed. */
  readonly text: string;
  /** Absent if the code was not looked up yet, because the page waits for a tap. */
  readonly answer?: ScanAnswer | undefined;
  /** The key of the recorded scan. */
  readonly scan?: ScanKey | undefined;
  readonly at: number;
  /** The time of the first look, if the same device scans again. */
  readonly scannedBefore?: number | undefined;
}

/** A code, and the number of the scan among its scans. */
export interface ScanKey {
  readonly codeId: number;
  readonly nth: number;
  /** The product in the answer. */
  readonly productId: number | null;
}

/** The contents in a link, of which old ones are still followed. */
type Sealed = Omit<PageAnswer, 'text'> & { readonly asked: string };

const purpose = 'consumer page';
/** In milliseconds: long enough to choose a language, too short to print the link of a "genuine" answer on other goods. */
const lifetime = 10 * minute;

/**
 * Seals the page's contents into a text for links to the same page, so that showing it in another language is not a second scan.
 * It can neither be read nor forged, since the number of scans of an unknown text must not be disclosed.
 */
export function sealAnswer(key: MasterKey, { text, ...shown }: PageAnswer): string {
  return key.seal(Buffer.from(JSON.stringify({ asked: text, ...shown })), purpose).toString('base64url');
}

/** Opens a sealed text; undefined if it was not sealed here. An old one has no answer, so the code is looked up again. */
export function openAnswer(key: MasterKey, sealed: string): PageAnswer | undefined {
  const shown = unsealed(key, sealed);
  if (!shown || Date.now() - shown.at < lifetime) return shown;
  return { text: shown.text, at: shown.at };
}

function unsealed(key: MasterKey, sealed: string): PageAnswer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.toString('base64url') !== sealed) return undefined;
  try {
    const { asked: text, ...shown } = JSON.parse(key.unseal(bytes, purpose).toString()) as Sealed;
    return { text, ...shown };
  } catch {
    return undefined;
  }
}
