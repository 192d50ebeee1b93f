import type { At } from './problem.ts';
import { bareWord, isOfCbv, type VocabularyName } from './vocabulary.ts';

// The texts of fields, checked alike in all bindings.

const absoluteUri = /^[A-Za-z][A-Za-z\d+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/;
const longestUri = 2048;

export const isUri = (text: string): boolean => text.length <= longestUri && absoluteUri.test(text);

export const uri = (text: string, at: At): string | undefined =>
  text.length > longestUri ? at.refuse('too_long', text) : absoluteUri.test(text) ? text : at.refuse('not_uri', text);

/** What XML 1.0 can hold: all but most control characters and halves of surrogate pairs. */
const xmlText = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

/** A text that every binding can represent. */
export const anyText = (text: string, at: At): string | undefined =>
  xmlText.test(text) ? text : at.refuse('not_in_xml', JSON.stringify(text));

const stamp =
  /^((?!0000)\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/;

export const isTime = (text: string): boolean => {
  const [, year, month, day] = stamp.exec(text) ?? [];
  if (year === undefined || text.length > 64) return false;
  return Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
};

/** A moment with its time zone, as it is written. */
export const time = (text: string, at: At): string | undefined => (isTime(text) ? text : at.refuse('not_time', text));

export const offset = (text: string, at: At): string | undefined =>
  /^[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)$/.test(text) ? text : at.refuse('not_offset', text);

export const action = (text: string, at: At): string | undefined =>
  /^(?:ADD|OBSERVE|DELETE)$/.test(text) ? text : at.refuse('not_action', text);

export const uom = (text: string, at: At): string | undefined =>
  /^[A-Z\d]{2,3}$/.test(text) ? text : at.refuse('not_uom', text);

export const hex = (text: string, at: At): string | undefined =>
  /^(?:[\dA-Fa-f]{2})+$/.test(text) ? text : at.refuse('not_hex', text);

/** A word of CBV, or a URI of somebody else's vocabulary. New measurements of GS1's web vocabulary pass by their prefix. */
export function word(text: string, vocabulary: VocabularyName, at: At): string | undefined {
  if (bareWord(text, vocabulary) !== undefined) return text;
  return isUri(text) && !isOfCbv(text) ? text : at.refuse('unknown_word', text);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;
const longestNumber = 100;

/** A number in the notation of JSON. XML also allows a plus, zeros in front, and no digit on one side of the point. */
export function decimal(text: string, at: At): string | undefined {
  if (text.length > longestNumber) return at.refuse('too_long', text);
  if (jsonNumber.test(text)) return text;
  const [, sign, whole = '', fraction, exponent = ''] =
    /^([+-]?)(\d*)(?:\.(\d*))?((?:[Ee][+-]?\d+)?)$/.exec(text) ?? [];
  if (sign === undefined || (whole === '' && !fraction)) return at.refuse('not_number', text);
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return `${sign === '-' ? '-' : ''}${digits}${fraction ? `.${fraction}` : ''}${exponent}`;
}

/**
 * A number without an exponent, zeros at its end, and a sign of zero: equal numbers have the same text. Null where that would have
 * thousands of digits.
 */
export function plainDecimal(number: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[Ee]([+-]?\d+))?$/.exec(number) ?? [];
  const shift = Number(exponent);
  if (Math.abs(shift) > 400) return null;
  const digits = `${whole}${fraction}`;
  const point = whole.length + shift;
  const [before, after] =
    point <= 0 ? ['', '0'.repeat(-point) + digits] : [digits.slice(0, point).padEnd(point, '0'), digits.slice(point)];
  const decimals = after.replace(/0+$/, '');
  const text = `${before.replace(/^0+/, '') || '0'}${decimals === '' ? '' : `.${decimals}`}`;
  return sign === '-' && text !== '0' ? `-${text}` : text;
}
