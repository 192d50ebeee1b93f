import { day } from '@suyuan/contract/durations.ts';
import { tableLimits, tooMuchInFile } from '../file-limits.ts';

/** A cell as it is stored in a sheet. */
export interface RawCell {
  readonly type: string;
  /** The index of its style. */
  readonly style: number;
  /** The text of `<v>`, which for a formula is its result. */
  readonly value: string;
  /** The text of `<is>`. */
  readonly inline: string;
}

/** Data of the workbook that its cells refer to. */
export interface CellBook {
  readonly strings: readonly string[];
  /** The indexes of styles that show a number as a date or time. */
  readonly dateStyles: ReadonlySet<number>;
  readonly since1904: boolean;
}

/** The text of a cell as a person would type it; dates and times as `2026-01-31 06:00:00`, without a time zone. */
export function cellText({ type, style, value, inline }: RawCell, book: CellBook): string {
  if (value.length > tableLimits.cell || inline.length > tableLimits.cell) throw tooMuchInFile();
  switch (type) {
    case 's':
      return book.strings[Number(value || Number.NaN)] ?? '';
    case 'inlineStr':
      return inline;
    case 'str':
      return unescaped(value);
    case 'b':
      return String(value === '1' || value.toLowerCase() === 'true');
    case 'e':
      return value;
    default:
      return numberText(value, book.dateStyles.has(style), book.since1904);
  }
}

function numberText(value: string, isDate: boolean, since1904: boolean): string {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  // Numbers with too many digits are kept as written, so that long codes are read exactly, or seen to be truncated.
  if (Number.isNaN(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return value;
  const moment = isDate ? momentOf(number, since1904) : undefined;
  return moment === undefined || Number.isNaN(moment.getTime()) ? String(number) : momentText(moment);
}

/** Spreadsheets have no time zones, and a date is midnight of that day. */
const momentText = (moment: Date): string =>
  moment
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d{3}Z$/, '')
    .replace(/ 00:00:00$/, '');

/** Converts a serial date: days since the end of 1899, with a non-existent 29 February 1900 as day 60, or days since 1904. */
function momentOf(days: number, since1904: boolean): Date {
  if (since1904) return new Date(Date.UTC(1904, 0, 1) + Math.round(days * day));
  return new Date(Date.UTC(1899, 11, 31) + Math.round((days >= 60 ? days - 1 : days) * day));
}

/** Reverses the escapes of ECMA-376 (`_x000D_`) for characters that XML cannot represent. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The built-in number formats for dates and times, including East Asian ones. */
const dateFormats = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
]);

/** Whether a number format shows a date or time: a custom one by the letters in its code, a built-in one by its id. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return dateFormats.has(id);
  const bare = code.slice(0, 255).replaceAll(/\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[*_]./gi, '');
  return !/^\s*general\s*$/i.test(bare) && /[yd]|mmm|a\/p|am\/pm|(?<![a-z])[hs]{1,2}(?![a-z])/i.test(bare);
}
