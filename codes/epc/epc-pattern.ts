import { gs1KeyIn, linkOf } from './canonical-link.ts';

/** What a pattern matches among canonical Digital Links. */
export interface EpcPattern {
  /** What all of them begin with, for an index. */
  readonly prefix: string;
  /** A regular expression for the whole of them, in the syntax that JavaScript and PostgreSQL have in common. */
  readonly expression: string;
}

interface Form {
  readonly ai: string;
  /** How many digits the company prefix and the reference have together; undefined if any. */
  readonly digits?: number;
  /** The first digit of the reference stands in front of the company prefix in the key. */
  readonly leads?: boolean;
  /** The AI of the serial number; `appended` if it follows the digits, undefined if there is none. */
  readonly serial?: string;
}

const forms: Readonly<Record<string, Form>> = {
  sgtin: { ai: '01', digits: 13, leads: true, serial: '21' },
  upui: { ai: '01', digits: 13, leads: true, serial: '235' },
  lgtin: { ai: '01', digits: 13, leads: true, serial: '10' },
  sscc: { ai: '00', digits: 17, leads: true },
  sgln: { ai: '414', digits: 12, serial: '254' },
  grai: { ai: '8003', digits: 12, serial: 'appended' },
  gdti: { ai: '253', digits: 12, serial: 'appended' },
  sgcn: { ai: '255', digits: 12, serial: 'appended' },
  giai: { ai: '8004' },
  ginc: { ai: '401' },
  gsin: { ai: '402', digits: 16 },
  gsrn: { ai: '8018', digits: 17 },
  gsrnp: { ai: '8017', digits: 17 },
  pgln: { ai: '417', digits: 12 },
  cpi: { ai: '8010', serial: '8011' },
};

/**
 * Reads a pattern of EPCs (EPC Tag Data Standard 1.13, section 8): `urn:epc:idpat:sgtin:0614141.112345.*`, or
 * `urn:epc:idpat:sgtin:0614141.*.*`. As a pattern is made of instances, it matches no lots and no classes. Undefined for
 * anything else.
 */
export function epcPattern(uri: string): EpcPattern | undefined {
  const [, scheme = '', rest = ''] = /^urn:epc:idpat:([a-z]+):(.+)$/i.exec(uri) ?? [];
  const form = forms[scheme.toLowerCase()];
  if (!form || !/(^|\.)\*$/.test(rest)) return undefined;
  const [prefix = '', reference = '*', serial = '*'] = rest.split('.');
  const serialCount = form.serial === undefined ? 2 : 3;
  if (rest.split('.').length !== serialCount || (prefix !== '*' && !/^\d{6,12}$/.test(prefix))) return undefined;
  // After a part that is open, all parts are.
  if (prefix === '*' && reference !== '*') return undefined;
  if (reference !== '*' && serial === '*' && form.serial !== undefined) return ofOneReference(uri, form);
  return reference === '*' && serial === '*' ? ofPrefix(prefix === '*' ? '' : prefix, form) : undefined;
}

/** All serial numbers of one reference. */
function ofOneReference(uri: string, { serial }: Form): EpcPattern | undefined {
  const key = gs1KeyIn(uri);
  if (!key) return undefined;
  const link = linkOf(key);
  if (serial === 'appended') return { prefix: link, expression: `^${quoted(link)}[^/]+$` };
  // A place without an extension is one of the places of its GLN.
  if (serial === '254') return { prefix: link, expression: `^${quoted(link)}(/254/[^/]+)?$` };
  return { prefix: `${link}/${serial}/`, expression: `^${quoted(link)}/${serial}/[^/]+$` };
}

/** All that a company has numbered, or all keys of a kind. */
function ofPrefix(company: string, { ai, digits, leads, serial }: Form): EpcPattern {
  const begin = `https://id.gs1.org/${ai}/${ai === '8003' ? '0' : ''}`;
  const left = digits === undefined ? undefined : digits - company.length - (leads ? 1 : 0) + 1;
  const body = left === undefined ? '[^/]+' : `[0-9]{${left}}`;
  const tail =
    serial === undefined
      ? ''
      : serial === 'appended'
        ? '[^/]+'
        : serial === '254'
          ? '(/254/[^/]+)?'
          : `/${serial}/[^/]+`;
  return {
    prefix: leads ? begin : `${begin}${company}`,
    expression: `^${quoted(begin)}${leads ? '[0-9]' : ''}${company}${body}${tail}$`,
  };
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
