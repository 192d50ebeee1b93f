/** How numbers and days are written in a language; used by the server to read files, and by the console to show what would be read. */
import type { FileLanguage } from '../languages.ts';

interface Manner {
  readonly decimal: string;
  readonly group: string;
  /** Whether the day comes before the month, where the year comes last. */
  readonly dayFirst: boolean;
}

const manners = new Map<FileLanguage, Manner>();

function mannerOf(language: FileLanguage): Manner {
  const conventions = manners.get(language);
  if (conventions) return conventions;
  const number = new Intl.NumberFormat(language).formatToParts(-1234567.8);
  const day = new Intl.DateTimeFormat(language).formatToParts(new Date(0)).map(({ type }) => type);
  const mark = (type: 'decimal' | 'group') => number.find((part) => part.type === type)?.value ?? '';
  const dayFirst = day.indexOf('day') < day.indexOf('month');
  const manner = { decimal: mark('decimal'), group: mark('group'), dayFirst };
  manners.set(language, manner);
  return manner;
}

/** A number and a day, as they are written in a language. */
export function exampleIn(language: FileLanguage): string {
  const day = new Intl.DateTimeFormat(language, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  return `${new Intl.NumberFormat(language).format(12_345.6)} · ${day.format(Date.UTC(2026, 11, 31))}`;
}

/** A number as a language writes it, in the form of JSON; undefined if it is not written so. */
export function numberIn(cell: string, language: FileLanguage): string | undefined {
  const { decimal, group } = mannerOf(language);
  const [, sign = '', whole = '', fraction = ''] =
    new RegExp(`^([-+]?)(\\d+|\\d{1,3}(?:[${group}\\s]\\d{3})+)(?:[${decimal}](\\d+))?$`, 'u').exec(cell) ?? [];
  if (whole === '') return undefined;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const behind = fraction.replace(/0+$/, '');
  return `${sign === '-' ? '-' : ''}${digits}${behind === '' ? '' : `.${behind}`}`;
}

/** A day as a language writes it, `2026-12-31`; undefined if it is not written so. */
export function dayIn(cell: string, language: FileLanguage): string | undefined {
  const [, one = '', other = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(cell) ?? [];
  if (year === '') return undefined;
  const [day, month] = mannerOf(language).dayFirst ? [one, other] : [other, one];
  return Number(month) > 12 || Number(day) > 31 ? undefined : [year, month, day].map(twoDigits).join('-');
}

const twoDigits = (number: string): string => number.padStart(2, '0');
