import { gs1CheckDigit, isValidGtin } from '../format/check.ts';
import { type Address, addressesIn } from './addresses.ts';
import { bracketedElements } from './brackets.ts';
import { CarrierReading } from './carrier-reading.ts';
import { linkedElements } from './digital-link.ts';
import { binaryElements } from './epc-binary.ts';
import { epcElements } from './epc-urn.ts';
import { checked, type Element, groupSeparator, scannedElements } from './gs1/elements.ts';
import { separators, tidied, withoutMarks, withoutSeparatorsAround } from './tidied.ts';

const longestText = 2048;
const bareCode = /^[0-9A-Za-z]{1,64}$/;

/** The codes that a text may stand for, most likely first, and what else it says if that is more than a code. */
export interface CodesIn {
  readonly codes: readonly string[];
  readonly reading?: CarrierReading;
}

/**
 * The codes that a scanned, typed or pasted text may stand for; none if it is at fault. Never throws; each code is 1 to 64 letters
 * and digits.
 */
export function codesIn(text: string): CodesIn {
  // Fast path: most texts are just a code.
  if (isBareCode(text)) return { codes: [text] };
  const reading = readCarrier(text);
  return { codes: reading.codes, reading };
}

/** Letters and digits that begin with no key of GS1. */
const isBareCode = (text: string): boolean => bareCode.test(text) && !/^0[012]\d{14}/.test(text);

/** The GTIN of a text that names a product but no item of it (`CarrierReading.productAlone`). */
export function productIn(text: string): string | null {
  // Fast path: of texts that are just a code, only digits may be the bar code of a product.
  if (isBareCode(text) && !/^\d{8,14}$/.test(text)) return null;
  return readCarrier(text).productAlone;
}

export const codeCandidates = (text: string): readonly string[] => codesIn(text).codes;

/**
 * Reads all that a text says, in any notation of GS1 (docs/codes-read.md). What a scanner marks as elements is read as elements
 * only, strictly; what could be a code as well is tried as both. Never throws.
 */
export function readCarrier(text: string): CarrierReading {
  if (text.length > longestText) return new CarrierReading({ notation: 'code', from: 0, to: 0 });
  return read(tidied(text), true);
}

function read(text: string, mayNest: boolean): CarrierReading {
  const [, symbology, rest = text] = /^\]([A-Za-z]\d)(.*)$/s.exec(text) ?? [];
  const begin = text.length - rest.length;
  const body = rest.trim();
  if (symbology && /^(C1|d2|Q3|e0|J1)$/.test(symbology)) return sent(body, begin, true);
  if (symbology?.startsWith('E') && body.includes('|]e0')) return composite(body, begin);
  if (symbology && /^(E\d|I1)$/.test(symbology)) return barcode(body.slice(0, symbology === 'E3' ? 13 : 14), begin);
  const isMarked = body.startsWith(groupSeparator);
  const plain = withoutSeparatorsAround(body);
  if (isMarked || (plain.includes(groupSeparator) && !plain.startsWith('('))) return sent(plain, begin, isMarked);
  // What begins with an AI in brackets is no address, whatever its values look like.
  const inBrackets = plain.startsWith('(') ? bracketReading(plain) : undefined;
  if (inBrackets?.from === 0) return inBrackets;
  return (
    epcReading(plain) ??
    addressReading(plain, mayNest) ??
    bracketReading(plain) ??
    digitsReading(plain) ??
    new CarrierReading({ notation: 'code', from: 0, to: text.length, plain: asTyped(plain) })
  );
}

/** What a person may have typed for a code: with blanks, hyphens or marks around it. */
const asTyped = (text: string): string[] =>
  [text, withoutMarks(text)].flatMap((one) => [one, one.replace(separators, '')]);

/** Elements as a scanner sends them. What begins with no AI at all may still be a code. */
function sent(text: string, from: number, isMarked: boolean): CarrierReading {
  const compact = text.replace(/\s/gu, '');
  const { elements, faults } = scannedElements(compact);
  const isNone = elements.length === 0 && faults.every(({ kind }) => kind === 'unknown_ai');
  const plain = isNone ? [compact.replaceAll(groupSeparator, '')] : [];
  return new CarrierReading({
    notation: isNone && !isMarked ? 'code' : 'element-string',
    from,
    to: from + text.length,
    elements,
    faults: compact === '' ? [{ kind: 'length', ai: '', value: '' }] : faults,
    plain,
  });
}

/** The bar code of a product: EAN, UPC, or ITF-14 on its case. */
function barcode(text: string, from: number): CarrierReading {
  const compact = text.replace(separators, '');
  const place = { notation: 'barcode', from, to: from + text.length } as const;
  if (!/^(\d{8}|\d{12,14})$/.test(compact)) {
    return new CarrierReading({ ...place, faults: [{ kind: 'length', ai: '01', value: compact.slice(0, 64) }] });
  }
  return new CarrierReading({ ...place, ...checked([{ ai: '01', value: compact.padStart(14, '0') }]) });
}

/** An EAN with the two-dimensional component printed above it, which says more of the same item. */
function composite(text: string, from: number): CarrierReading {
  const [linear = '', component = ''] = text.split('|]e0');
  const ofProduct = barcode(linear, from);
  if (ofProduct.faults.length > 0) return ofProduct;
  const beside = scannedElements(component.replace(/\s/gu, ''));
  const { elements, faults } = checked([...ofProduct.elements, ...beside.elements]);
  const all = [...new Map([...faults, ...beside.faults].map((one) => [JSON.stringify(one), one])).values()];
  return new CarrierReading({ notation: 'element-string', from, to: from + text.length, elements, faults: all });
}

function epcReading(text: string): CarrierReading | undefined {
  const reading = epcElements(text);
  return reading && new CarrierReading({ notation: 'epc-uri', ...reading });
}

function bracketReading(text: string): CarrierReading | undefined {
  const reading = bracketedElements(text);
  return reading && new CarrierReading({ notation: 'brackets', ...reading });
}

/** Digits without a mark: a bar code, or an element string that begins with a key. Either may be a code as well. */
function digitsReading(text: string): CarrierReading | undefined {
  const dense = text.replace(/\s/gu, '');
  const compact = text.replace(separators, '');
  const place = { from: 0, to: text.length };
  if (/^(\d{8}|\d{12,14})$/.test(compact)) {
    if (!isValidGtin(compact)) return undefined;
    const elements = [{ ai: '01', value: compact.padStart(14, '0') }];
    return new CarrierReading({ notation: 'barcode', ...place, elements, plain: [compact] });
  }
  const elementString = [dense, compact].find((one) => /^(?:0[12]\d{14}|00\d{18})/.test(one));
  if (elementString === undefined) return undefined;
  const { elements, faults } = scannedElements(elementString);
  const isSure =
    hasRightKey(elementString) && (!elementString.startsWith('02') || elements.some(({ ai }) => ai === '37'));
  // With a wrong check digit it is a misread key if the rest is elements as well; else it just begins like one.
  const isMisread =
    !isSure && !elementString.startsWith('02') && faults.length === 1 && faults[0]?.kind === 'check_digit';
  const plain = [dense, compact];
  if (isSure) return new CarrierReading({ notation: 'element-string', ...place, elements, faults, plain });
  return isMisread ? new CarrierReading({ notation: 'code', ...place, faults, plain }) : undefined;
}

function hasRightKey(text: string): boolean {
  const key = text.slice(2, text.startsWith('00') ? 20 : 16);
  return gs1CheckDigit(key.slice(0, -1)) === key.at(-1) && !/^0+$/.test(key);
}

/** What the addresses in a text say. An address that is a Digital Link is read as one only. */
function addressReading(text: string, mayNest: boolean): CarrierReading | undefined {
  const readings = addressesIn(text).map((address) => ofAddress(address, mayNest));
  const [best] = [
    ...readings.filter(({ faults, named, productAlone }) => faults.length === 0 && (named.length > 0 || productAlone)),
    ...readings.filter(({ faults }) => faults.length > 0),
    ...readings,
  ];
  if (!best || best.faults.length > 0 || best.named.length > 0) return best;
  const { notation, from, to, elements } = best;
  const plain = readings.flatMap((one) => one.plain);
  return new CarrierReading({ notation, from, to, elements, plain });
}

function ofAddress({ url, from, to }: Address, mayNest: boolean): CarrierReading {
  const steps = url.pathname.split('/').slice(1);
  if (steps.at(-1) === '') steps.pop();
  const query = url.search.slice(1);
  const binary = binaryElements(steps.at(-1) ?? '');
  if (binary?.faults.length === 0) return new CarrierReading({ notation: 'compressed-link', from, to, ...binary });
  const link = linkedElements(steps, query, 'anywhere');
  if (link) return new CarrierReading({ notation: 'digital-link', from, to, ...link });
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  const after = (mark: string): string | undefined => {
    const at = steps.findLastIndex((step) => step.toLowerCase() === mark);
    return at >= 0 ? steps[at + 1] : undefined;
  };
  const inPath = (step: string | undefined) => step && decoded(step);
  const [code] = [parameters.get('code'), inPath(after('q')), inPath(after('c'))].filter((one) => one !== undefined);
  // The page of a code, to which a Digital Link leads, has the elements of the link for its code.
  const inner = mayNest && code !== undefined ? read(tidied(code), false) : undefined;
  if (inner && (inner.elements.length > 0 || inner.faults.length > 0)) {
    const { elements, faults, plain } = inner;
    return new CarrierReading({ notation: 'page', from, to, elements, faults, plain });
  }
  const last = code ?? decoded(steps.at(-1) ?? '');
  const plain = [...(inner?.plain ?? []), ...asTyped(last)];
  const keys = ['01', '21', '00'].flatMap((ai): Element[] => {
    const value = parameters.get(ai);
    return value === undefined ? [] : [{ ai, value: ai === '01' ? value.padStart(14, '0') : value }];
  });
  return keys.length > 0
    ? new CarrierReading({ notation: 'page', from, to, ...checked(keys) })
    : new CarrierReading({ notation: 'page', from, to, plain });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
