import { gs1CheckDigit } from '../format/check.ts';
import { checked, type Element, type Elements } from './gs1/elements.ts';

/** An EPC URI within a text, as RFID readers and EPCIS write it. */
export interface EpcReading extends Elements {
  readonly from: number;
  readonly to: number;
}

/** The number of digits of the company prefix and the reference together, without check digit; undefined if it varies. */
const lengths: Readonly<Record<string, number | undefined>> = {
  sgtin: 13,
  lgtin: 13,
  upui: 13,
  itip: 13,
  sscc: 17,
  gsrn: 17,
  gsrnp: 17,
  gsin: 16,
  sgln: 12,
  pgln: 12,
  gdti: 12,
  sgcn: 12,
  grai: 12,
};

const uri = /urn:epc:(?:(id|class|idpat):([a-z]+):|tag:([a-z]+)-(?:\d+|\+|var):\d+\.)([\w.%!'()*+,\-:;=]*)/i;

/**
 * Reads `urn:epc:id:sgtin:0614141.112345.400`, also as a tag URI or with the class of a lot. Its check digit is worked out.
 * Undefined if the text has no EPC URI.
 */
export function epcElements(text: string): EpcReading | undefined {
  const match = uri.exec(text);
  if (!match) return undefined;
  const [whole, kind, identity, tag, rest = ''] = match;
  const scheme = (identity ?? tag ?? '').toLowerCase();
  // A pattern has `*` for any serial number; elsewhere that is a serial number like others.
  const isPattern = kind?.toLowerCase() === 'idpat';
  const [prefix = '', reference = '', ...more] = partsOf(rest, partCounts[scheme] ?? 3).map((part) =>
    isPattern && part === '*' ? '' : unescaped(part),
  );
  const pairs = isRight(scheme, prefix, reference) ? pairsOf(scheme, prefix, reference, more) : undefined;
  const place = { from: match.index, to: match.index + whole.length };
  if (!pairs) return { ...place, elements: [], faults: [{ kind: 'undecodable', ai: '', value: whole.slice(0, 64) }] };
  return { ...place, ...checked(pairs.filter(({ value }) => value !== '')) };
}

/** How many parts a scheme has, if not three. The last one may have full stops in it. */
const partCounts: Readonly<Record<string, number>> = {
  ...{ sscc: 2, gsrn: 2, gsrnp: 2, gsin: 2, pgln: 2 },
  giai: 2,
  ginc: 2,
  itip: 5,
};

function partsOf(text: string, count: number): string[] {
  const parts = text.split('.');
  return [...parts.slice(0, count - 1), ...(parts.length < count ? [] : [parts.slice(count - 1).join('.')])];
}

function isRight(scheme: string, prefix: string, reference: string): boolean {
  if (!/^\d{6,12}$/.test(prefix)) return false;
  const length = lengths[scheme];
  return length === undefined || (/^\d*$/.test(reference) && prefix.length + reference.length === length);
}

/** The elements of an EPC; undefined for schemes that have no GS1 key, or with a wrong number of parts. */
function pairsOf(scheme: string, prefix: string, reference: string, more: readonly string[]): Element[] | undefined {
  const [serial = '', second = '', third = ''] = more;
  /** The first digit of the reference stands in front of the prefix. */
  const turned = withCheckDigit(reference.slice(0, 1) + prefix + reference.slice(1));
  const plain = withCheckDigit(prefix + reference);
  const only = (ai: string, value: string) => (more.length === 0 ? [{ ai, value }] : undefined);
  const and = (ai: string, value: string, other: string) =>
    more.length === 1
      ? [
          { ai, value },
          { ai: other, value: serial },
        ]
      : undefined;
  switch (scheme) {
    case 'sgtin':
      return and('01', turned, '21');
    case 'lgtin':
      return and('01', turned, '10');
    case 'upui':
      return and('01', turned, '235');
    case 'sscc':
      return only('00', turned);
    case 'gsrn':
      return only('8018', plain);
    case 'gsrnp':
      return only('8017', plain);
    case 'gsin':
      return only('402', plain);
    case 'pgln':
      return only('417', plain);
    case 'sgln':
      return serial === '0' && more.length === 1 ? [{ ai: '414', value: plain }] : and('414', plain, '254');
    case 'gdti':
      return more.length === 1 ? [{ ai: '253', value: plain + serial }] : undefined;
    case 'sgcn':
      return more.length === 1 ? [{ ai: '255', value: plain + serial }] : undefined;
    case 'grai':
      return more.length === 1 ? [{ ai: '8003', value: `0${plain}${serial}` }] : undefined;
    case 'giai':
      return only('8004', prefix + reference);
    case 'ginc':
      return only('401', prefix + reference);
    case 'cpi':
      return more.length === 1
        ? [
            { ai: '8010', value: prefix + reference },
            { ai: '8011', value: serial },
          ]
        : undefined;
    case 'itip':
      return more.length === 3
        ? [
            { ai: '8006', value: turned + serial + second },
            { ai: '21', value: third },
          ]
        : undefined;
    default:
      return undefined;
  }
}

const withCheckDigit = (digits: string): string => (/^\d+$/.test(digits) ? digits + gs1CheckDigit(digits) : '');

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
