import { gs1CheckDigit } from '../format/check.ts';
import type { Carrier, Level } from '../format/format.ts';
import { bracketedElements, type Elements, groupSeparator, scannedElements, separators } from './element-string.ts';

/** What the text of a symbol depends on. */

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

/** The elements of an element string, in brackets or as a scanner sends it, with values unchanged; empty if it is none. */
export function elementsOf(scanned: string): Elements {
  if (scanned.length > longestInput) return new Map();
  const bracketed = bracketedElements(scanned.normalize('NFKC'), (value) => value.trim());
  if (bracketed.size > 0) return bracketed;
  const { text, isGs1 } = withoutIdentifier(tidied(scanned).trim());
  const elements = withoutFnc1(text);
  return isGs1 || text.includes(groupSeparator) || beginsWithKey(elements) ? scannedElements(elements) : new Map();
}

/** A GTIN-8, -12 or -13 in the 14 digits of AI (01). */
export const toGtin14 = (gtin: string): string => gtin.padStart(14, '0');

const longestInput = 2048;
const bareCode = /^[0-9A-Za-z]{1,64}$/;

/**
 * The codes that a scanned, typed or pasted text may stand for, most likely first: a URL of ours or a Digital Link URI, a GS1
 * element string in brackets or as a scanner sends it, or the code itself, also in groups with blanks or hyphens.
 * Never throws; each candidate is 1 to 64 letters and digits.
 */
export function codeCandidates(scanned: string): string[] {
  if (scanned.length > longestInput) return [];
  // Fast path: most texts are just a code.
  if (bareCode.test(scanned) && !beginsLikeKey.test(scanned)) return [scanned];
  const { text, isGs1 } = withoutIdentifier(tidied(scanned));
  const compact = text.replace(separators, '');
  const elements = withoutFnc1(compact);
  const known = isGs1 || compact.includes(groupSeparator) || beginsWithKey(elements);
  const likely = beginsLikeKey.test(elements);
  const fromElements = known || likely ? codesOf(scannedElements(elements)) : [];
  const found = [
    ...fromUrl(text),
    ...codesOf(bracketedElements(text)),
    ...(known ? fromElements : []),
    text,
    compact,
    ...(likely ? fromElements : []),
  ];
  return [...new Set(found)].filter((code) => bareCode.test(code));
}

/**
 * Normalises full-width letters, unusual blanks and the like, and removes zero-width characters: keyboards, word processors and
 * messengers put all of these into a code. FNC1 may also be sent as its symbol (␝) or its name.
 */
function tidied(scanned: string): string {
  // Fast path: plain ASCII needs none of this.
  if (/^[!-;=-z|}~]*$/.test(scanned)) return scanned;
  return scanned
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/\u241d|<GS>|\{GS\}/gi, groupSeparator)
    .trim();
}

/**
 * Removes the symbology identifier (ISO/IEC 15424) that a scanner may send first. `isGs1`: it is one of those reserved for GS1.
 */
function withoutIdentifier(text: string): { text: string; isGs1: boolean } {
  const [identifier] = /^\][A-Za-z]\d/.exec(text) ?? [''];
  return { text: text.slice(identifier.length).trimStart(), isGs1: /^\](C1|d2|Q3|e0|J1)$/.test(identifier) };
}

/** A GTIN or an SSCC with its AI. */
const beginsLikeKey = /^(?:01(\d{14})|00(\d{18}))/;

/** Any code may begin like an element string by chance, but hardly with a valid check digit. */
function beginsWithKey(text: string): boolean {
  const key = beginsLikeKey.exec(text);
  const digits = key?.[1] ?? key?.[2];
  return digits !== undefined && gs1CheckDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** Removes a leading FNC1, which marks a GS1 element string as a symbology identifier does. */
const withoutFnc1 = (text: string): string => (text.startsWith(groupSeparator) ? text.slice(1) : text);

/** The serial number of a trade item, then the SSCC of a logistic unit. */
const codesOf = (elements: Elements): string[] =>
  [elements.get('21'), elements.get('00')].filter((code) => code !== undefined);

function fromUrl(text: string): string[] {
  const url = urlIn(text);
  if (!url) return [];
  const steps = url.pathname.split('/').filter(Boolean).map(decoded);
  const query = url.search === '' ? [] : [...url.searchParams];
  const asked = new Map(query.toReversed().map(([name, value]) => [name.toLowerCase(), value]));
  const after = (mark: string) => {
    const at = steps.lastIndexOf(mark);
    return at >= 0 ? steps[at + 1] : undefined;
  };
  const link = digitalLink(steps);
  const serial = [link?.get('21'), after('21'), asked.get('21')];
  const sscc = [link?.get('00'), after('00'), asked.get('00')];
  return [asked.get('code'), ...serial, ...sscc, after('q'), after('c'), steps.at(-1)]
    .filter((code) => code !== undefined)
    .map((code) => code.replace(separators, ''));
}

/** The URL that the text is or contains, even if it is percent-encoded as a whole or lacks its scheme. */
function urlIn(text: string): URL | undefined {
  const plain = /^https?%3a/i.test(text) ? decoded(text) : text;
  const [mentioned] = /https?:\/\/\S+/i.exec(plain) ?? [];
  const [bare] = /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?\/\S+$/i.exec(plain) ?? [];
  const address = mentioned ?? (bare && `https://${bare}`);
  return address ? (URL.parse(address) ?? undefined) : undefined;
}

/**
 * The AIs and values that follow a GTIN or an SSCC on a path. Read in pairs, since a value may look like an AI: a lot named 21.
 */
function digitalLink(steps: readonly string[]): Elements | undefined {
  const begin = steps.findIndex((step, at) => isKey(step, steps[at + 1] ?? ''));
  if (begin < 0) return undefined;
  const elements = new Map<string, string>();
  for (let at = begin; at + 1 < steps.length; at += 2) {
    const [ai, value] = [steps[at] as string, steps[at + 1] as string];
    if (!elements.has(ai)) elements.set(ai, value);
  }
  return elements;
}

const isKey = (ai: string, value: string): boolean =>
  (ai === '01' && /^(\d{8}|\d{12,14})$/.test(value)) || (ai === '00' && /^\d{18}$/.test(value));

function decoded(step: string): string {
  if (!step.includes('%')) return step;
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The forms in which a GTIN may have been entered: without the zeros that pad it to 14 digits. */
export const writtenForms = (gtin: string): string[] => {
  const whole = toGtin14(gtin);
  return [14, 13, 12, 8].map((length) => whole.slice(-length)).filter((form) => Number(form) === Number(whole));
};
