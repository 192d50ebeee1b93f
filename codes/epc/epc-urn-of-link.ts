import { type Gs1Key, gs1KeyIn } from './canonical-link.ts';

/**
 * The length of the GS1 company prefix that digits begin with; undefined if it is not known. A Digital Link does not carry it, and
 * an EPC URN cannot be written without.
 */
export type PrefixLength = (digits: string) => number | undefined;

/** How an EPC URN is made of the digits of a key without its check digit. */
interface Scheme {
  readonly scheme: string;
  /** A digit in front of the company prefix, which the URN has in front of the reference instead. */
  readonly leads?: boolean;
}

/** Keys of digits, and of digits with a serial number at their end. Values begin with the zero that fills up a GRAI. */
const byAi: Readonly<
  Record<string, Scheme & { readonly digits: number; readonly serial?: 'appended'; from?: number }>
> = {
  '00': { scheme: 'sscc', digits: 18, leads: true },
  '253': { scheme: 'gdti', digits: 13, serial: 'appended' },
  '255': { scheme: 'sgcn', digits: 13, serial: 'appended' },
  '402': { scheme: 'gsin', digits: 17 },
  '417': { scheme: 'pgln', digits: 13 },
  '8003': { scheme: 'grai', digits: 13, serial: 'appended', from: 1 },
  '8017': { scheme: 'gsrnp', digits: 18 },
  '8018': { scheme: 'gsrn', digits: 18 },
};

/**
 * The EPC URN of a URI that stands for a GS1 key (EPC Tag Data Standard 1.13, section 6.3); undefined for other URIs, and where the
 * length of the company prefix is not known. A GTIN without a serial number is a pattern, as in the examples of EPCIS.
 */
export function epcUrn(uri: string, prefixLength: PrefixLength): string | undefined {
  const key = gs1KeyIn(uri);
  return key && urnOf(key, prefixLength);
}

function urnOf({ ai, value, qualifier }: Gs1Key, prefixLength: PrefixLength): string | undefined {
  const own = qualifier && escapedInUrn(qualifier.value);
  switch (ai) {
    case '01': {
      const item = parted(value, true, prefixLength);
      if (item === undefined) return undefined;
      if (qualifier === undefined) return `urn:epc:idpat:sgtin:${item}.*`;
      if (qualifier.ai === '10') return `urn:epc:class:lgtin:${item}.${own}`;
      return `urn:epc:id:${qualifier.ai === '21' ? 'sgtin' : 'upui'}:${item}.${own}`;
    }
    case '8006': {
      const item = parted(value.slice(0, 14), true, prefixLength);
      const piece = `${value.slice(14, 16)}.${value.slice(16, 18)}`;
      if (item === undefined || qualifier?.ai === '10') return undefined;
      return qualifier ? `urn:epc:id:itip:${item}.${piece}.${own}` : `urn:epc:idpat:itip:${item}.${piece}.*`;
    }
    case '414': {
      const place = parted(value, false, prefixLength);
      return place && `urn:epc:id:sgln:${place}.${own ?? '0'}`;
    }
    case '8010': {
      const part = free(value, prefixLength);
      return part && (qualifier ? `urn:epc:id:cpi:${part}.${own}` : `urn:epc:idpat:cpi:${part}.*`);
    }
    case '401':
    case '8004': {
      const reference = free(value, prefixLength);
      return reference && `urn:epc:id:${ai === '401' ? 'ginc' : 'giai'}:${reference}`;
    }
    default:
      return ofDigits(ai, value, prefixLength);
  }
}

function ofDigits(ai: string, value: string, prefixLength: PrefixLength): string | undefined {
  const form = byAi[ai];
  if (!form) return undefined;
  const { scheme, digits, leads = false, serial, from = 0 } = form;
  const reference = parted(value.slice(from, from + digits), leads, prefixLength);
  if (reference === undefined) return undefined;
  const own = value.slice(from + digits);
  if (serial === undefined) return `urn:epc:id:${scheme}:${reference}`;
  return own === ''
    ? `urn:epc:idpat:${scheme}:${reference}.*`
    : `urn:epc:id:${scheme}:${reference}.${escapedInUrn(own)}`;
}

/** The company prefix and the reference of digits, without their check digit. */
function parted(digits: string, leads: boolean, prefixLength: PrefixLength): string | undefined {
  const body = digits.slice(leads ? 1 : 0, -1);
  const length = prefixLength(body);
  if (length === undefined || length > body.length) return undefined;
  return `${body.slice(0, length)}.${leads ? digits[0] : ''}${body.slice(length)}`;
}

/** The company prefix and a reference of any length and characters. */
function free(value: string, prefixLength: PrefixLength): string | undefined {
  const length = prefixLength(value);
  if (length === undefined || length >= value.length || !/^\d+$/.test(value.slice(0, length))) return undefined;
  return `${value.slice(0, length)}.${escapedInUrn(value.slice(length))}`;
}

/** Characters that an EPC URN cannot have as they are (EPC Tag Data Standard 1.13, table A-1). */
const escapedInUrn = (value: string): string =>
  value.replace(/["#%&/<>?]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
