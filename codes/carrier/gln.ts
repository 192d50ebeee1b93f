import { gs1CheckDigit } from '../format/check.ts';

/** A place as GS1 identifies it: a Global Location Number, and optionally the extension for a place within it (AI 254). */
export interface Place {
  readonly gln: string;
  readonly extension: string | null;
}

/** True for 13 digits whose check digit is right. */
export const isValidGln = (gln: string): boolean =>
  /^\d{13}$/.test(gln) && gs1CheckDigit(gln.slice(0, -1)) === gln.at(-1);

/** An extension: 1 to 20 characters of GS1's set 82 (General Specifications, figure 7.11-1). */
export const glnExtension = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

const urn = /^urn:epc:id:sgln:(\d{6,12})\.(\d{0,6})\.(.+)$/i;

/**
 * The place that a text identifies: a GLN of 13 digits, or an SGLN as an EPC pure identity URI (`urn:epc:id:sgln:` company
 * prefix, location reference, extension), which has no check digit and uses `0` for no extension. Undefined for anything else,
 * or if the check digit is wrong.
 */
export function placeFrom(text: string): Place | undefined {
  if (isValidGln(text)) return { gln: text, extension: null };
  const [, prefix = '', reference = '', suffix = ''] = urn.exec(text) ?? [];
  const body = prefix + reference;
  const extension = unescaped(suffix);
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
