import { bracketedElements, groupSeparator, scannedElements, separators } from '../../codes/carrier/element-string.ts';
import { isValidGtin } from '../../codes/format/check.ts';

/**
 * The GTIN, in 14 digits, that a scanned text states besides its serial number: in a Digital Link, or in an element string with
 * brackets or as a scanner sends it. A genuine serial number with another product's GTIN is a forgery.
 */
export function statedGtin(scanned: string): string | undefined {
  const inPath = /\/01\/(\d{8}|\d{12,14})(?=[/?#]|$)/.exec(scanned)?.[1];
  return gtin14(inPath ?? bracketedElements(scanned).get('01') ?? sentElements(scanned).get('01'));
}

/**
 * The GTIN of a text that identifies a product but no item: the EAN barcode on every item, or a Digital Link or element string
 * without a serial number.
 */
export function gtinAlone(scanned: string): string | undefined {
  const bare = scanned.normalize('NFKC').replace(separators, '');
  const gtin = gtin14(bare) ?? (namesPiece(scanned) ? undefined : statedGtin(scanned));
  return gtin !== undefined && isValidGtin(gtin) ? gtin : undefined;
}

const gtin14 = (digits: string | undefined): string | undefined =>
  digits !== undefined && /^(\d{8}|\d{12,14})$/.test(digits) ? digits.padStart(14, '0') : undefined;

const namesPiece = (scanned: string): boolean =>
  /\/(21|235)\//.test(scanned) || [bracketedElements(scanned), sentElements(scanned)].some((all) => all.has('21'));

/** The elements of a text as a scanner sends it, with a symbology identifier or FNC1 in front. */
function sentElements(scanned: string) {
  const sent = /^\](?:C1|d2|Q3|e0|J1)(.+)$/s.exec(scanned.trim())?.[1];
  return scannedElements(sent ?? (scanned.startsWith(groupSeparator) ? scanned : ''));
}
