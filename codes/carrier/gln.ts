import { gs1CheckDigit } from '../format/check.ts';

/** A place as GS1 names it: a Global Location Number, and what tells places within it apart (AI 254), or nothing. */
export interface Place {
  readonly gln: string;
  readonly extension: string | null;
}

/** True for 13 digits whose check digit is right. */
export const isValidGln = (gln: string): boolean =>
  /^\d{13}$/.test(gln) && gs1CheckDigit(gln.slice(0, -1)) === gln.at(-1);

/** Characters of an extension: what GS1 element strings are made of (General Specifications, figure 7.11-1). */
export const glnExtension = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

const urn = /^urn:epc:id:sgln:(\d{6,12})\.(\d{0,6})\.(.+)$/i;

/**
 * The place that a text names: 13 digits, or an SGLN as a pure identity URI of EPC (`urn:epc:id:sgln:` company prefix,
 * location reference, extension), which has no check digit and says `0` for no extension. Undefined for what is neither,
 * or has a wrong check digit.
 */
export function placeFrom(text: string): Place | undefined {
  if (isValidGln(text)) return { gln: text, extension: null };
  const [, prefix = '', reference = '', escaped = ''] = urn.exec(text) ?? [];
  const body = prefix + reference;
  const extension = unescaped(escaped);
  if (body.length !== 12 || extension === undefined) return undefined;
  return { gln: body + gs1CheckDigit(body), extension: extension === '0' ? null : extension };
}

function unescaped(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return glnExtension.test(plain) ? plain : undefined;
  } catch {
    return undefined;
  }
}
