import { toGtin14 } from '@suyuan/codes/carrier/carrier.ts';
import { gs1CheckDigit } from '@suyuan/codes/format/check.ts';

// GS1 keys as GS1 Digital Link URIs in their canonical form: the domain id.gs1.org, and the finest key qualifier alone. They stay
// the same when the server gets another address.

const canonical = 'https://id.gs1.org';

/** What GS1 allows in serial numbers and lots: 20 of these characters (AI encodable character set 82). */
const anyOf82 = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** The SGTIN of a unit or inner pack; undefined if its code cannot be a serial number. */
export const sgtin = (gtin: string, serial: string): string | undefined =>
  anyOf82.test(serial) ? `${canonical}/01/${toGtin14(gtin)}/21/${encodeURIComponent(serial)}` : undefined;

/** The LGTIN of a lot; undefined if its number cannot be one of GS1. */
export const lgtin = (gtin: string, lot: string): string | undefined =>
  anyOf82.test(lot) ? `${canonical}/01/${toGtin14(gtin)}/10/${encodeURIComponent(lot)}` : undefined;

/** The SSCC of a logistic unit; undefined if its code is none. */
export const sscc = (code: string): string | undefined =>
  /^\d{18}$/.test(code) && gs1CheckDigit(code.slice(0, -1)) === code.at(-1) ? `${canonical}/00/${code}` : undefined;

/** The SGLN of a place. */
export const sgln = (gln: string, extension: string | null): string =>
  `${canonical}/414/${gln}${extension === null ? '' : `/254/${encodeURIComponent(extension)}`}`;

/** The PGLN of a party. */
export const pgln = (gln: string): string => `${canonical}/417/${gln}`;
