import type { Carrier, Level } from './format.ts';

/** What a symbol carries for a code, and what code a scanned or typed text may mean. */

export interface CarrierOptions {
  readonly carrier: Carrier;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Needed for the Digital Link of a unit or inner pack. */
  readonly gtin?: string;
  readonly level: Level;
}

/**
 * The text of a code's symbol: the code itself, the consumer page's URL, or a GS1 Digital Link URI — AI (01) and (21) for
 * units and inner packs, AI (00) for cases and pallets. Throws when a Digital Link lacks its GTIN.
 */
export function carrierText(code: string, { carrier, publicUrl, gtin, level }: CarrierOptions): string {
  if (carrier === 'plain') return code;
  if (carrier === 'url') return `${publicUrl}/c?code=${code}`;
  if (level >= 3) return `${publicUrl}/00/${code}`;
  if (gtin === undefined) throw new Error('a Digital Link of a product needs its GTIN');
  return `${publicUrl}/01/${toGtin14(gtin)}/21/${code}`;
}

/** A GTIN-8, -12 or -13 in the 14 digits of AI (01). */
export const toGtin14 = (gtin: string): string => gtin.padStart(14, '0');

const longestInput = 2048;
const longestCode = 64;

/**
 * The codes that a scanned or typed text may stand for, most likely first: a URL of ours or a Digital Link URI, a GS1
 * element string in brackets or as a scanner sends it, or the code itself, also typed with spaces and hyphens.
 * Never throws; each candidate is 1 to 64 letters and digits.
 */
export function codeCandidates(scanned: string): string[] {
  if (scanned.length > longestInput) return [];
  // A Chinese or Japanese keyboard may write letters and digits full-width.
  const text = scanned.normalize('NFKC').trim();
  const found = [...fromUrl(text), ...fromElementString(text), text, text.replace(/[\s-]/g, '')];
  return [...new Set(found)].filter((code) => code.length <= longestCode && /^[0-9A-Za-z]+$/.test(code));
}

function fromUrl(text: string): string[] {
  if (!/^https?:\/\//i.test(text)) return [];
  const url = URL.parse(text);
  if (!url) return [];
  const steps = url.pathname.split('/').filter(Boolean).map(decoded);
  const after = (mark: string) => {
    const at = steps.lastIndexOf(mark);
    return at >= 0 ? steps[at + 1] : undefined;
  };
  return [url.searchParams.get('code'), after('21'), after('00'), after('q'), after('c'), steps.at(-1)].filter(
    (code) => code !== null && code !== undefined,
  );
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

const groupSeparator = '\x1d';

/** `(01)09506000134352(21)ABC`, or `]d2` `01095060001343522` `1ABC`: serial number (21) or SSCC (00). */
function fromElementString(text: string): string[] {
  if (text.startsWith('(')) {
    const elements = new Map([...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, ai, value]) => [ai, value]));
    return [elements.get('21'), elements.get('00')].filter((code) => code !== undefined);
  }
  const bare = text.replace(/^\][A-Za-z]\d/, '').replace(new RegExp(`^${groupSeparator}`), '');
  if (/^00\d{18}$/.test(bare)) return [bare.slice(2)];
  return /^01\d{14}/.test(bare) ? serialAfterGtin(bare.slice(16)) : [];
}

/** What follows (01) and its 14 digits: (10) lot and (21) serial end at a separator, dates have six digits. */
function serialAfterGtin(rest: string): string[] {
  for (let left = rest; left.length > 2; ) {
    const ai = left.slice(0, 2);
    const value = left.slice(2);
    const separator = value.indexOf(groupSeparator);
    const end = /^1[1-7]$/.test(ai) ? 6 : separator >= 0 ? separator : value.length;
    if (ai === '21') return [value.slice(0, end)];
    if (ai !== '10' && !/^1[1-7]$/.test(ai)) return [];
    const next = value.slice(end);
    left = next.startsWith(groupSeparator) ? next.slice(1) : next;
  }
  return [];
}
