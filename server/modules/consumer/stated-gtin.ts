import { bracketedElements, groupSeparator, scannedElements } from '../../../codes/element-string.ts';

/**
 * The GTIN in 14 digits that a scanned text states beside its code: a Digital Link, or an element string in brackets or
 * as a scanner sends it. A genuine serial number behind another product's GTIN is a forgery.
 */
export function statedGtin(scanned: string): string | undefined {
  const inPath = /\/01\/(\d{8}|\d{12,14})(?=[/?#]|$)/.exec(scanned)?.[1];
  const inBrackets = bracketedElements(scanned).get('01');
  const sent = /^(?:\](?:C1|d2|Q3|e0|J1))(.+)$/s.exec(scanned.trim())?.[1] ?? afterSeparator(scanned);
  const inElements = sent === undefined ? undefined : scannedElements(sent).get('01');
  const gtin = inPath ?? inBrackets ?? inElements;
  return gtin !== undefined && /^(\d{8}|\d{12,14})$/.test(gtin) ? gtin.padStart(14, '0') : undefined;
}

const afterSeparator = (text: string): string | undefined =>
  text.startsWith(groupSeparator) ? text.slice(1) : undefined;
