import { tableLimits, tooMuchInFile } from '../file-limits.ts';

/** A cell as it stands in a sheet. */
export interface RawCell {
  readonly type: string;
  /** Number of its format. */
  readonly style: number;
  /** What is in `<v>`, the value of a formula too. */
  readonly value: string;
  /** What is in `<is>`. */
  readonly inline: string;
}

/** What the workbook says of its cells elsewhere. */
export interface CellBook {
  readonly strings: readonly string[];
  /** Formats that show a number as a moment. */
  readonly dateStyles: ReadonlySet<number>;
  readonly since1904: boolean;
}

/** A cell as text: what a person would have typed into it; a day or a moment as `2026-01-31 06:00:00`, by nobody's clocks. */
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
  // More digits than a number keeps are told as they stand there: a code of so many is read, or seen to be shortened.
  if (Number.isNaN(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER) return value;
  const moment = isDate ? momentOf(number, since1904) : undefined;
  return moment === undefined || Number.isNaN(moment.getTime()) ? String(number) : momentText(moment);
}

/** Sheets know no zone. A day is a moment at midnight. */
const momentText = (moment: Date): string =>
  moment
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d{3}Z$/, '')
    .replace(/ 00:00:00$/, '');

const day = 86_400_000;

/** Days since the end of 1899, of which the sixtieth, the 29th of February 1900, never was; or since 1904. */
function momentOf(days: number, since1904: boolean): Date {
  if (since1904) return new Date(Date.UTC(1904, 0, 1) + Math.round(days * day));
  return new Date(Date.UTC(1899, 11, 31) + Math.round((days >= 60 ? days - 1 : days) * day));
}

/** Undoes the escape of ECMA-376 (`_x000D_`) for what XML cannot write. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Formats that every spreadsheet knows by number: those of East Asian dates among them. */
const dateFormats = new Set([
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47],
  ...[27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58],
]);

/** Whether a format shows a number as a moment: one of its own by its letters, any other by its number. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return dateFormats.has(id);
  const bare = code.slice(0, 255).replaceAll(/\[(?![hms]+\])[^\]]*\]|"[^"]*"|\\.|[*_]./gi, '');
  return !/^\s*general\s*$/i.test(bare) && /[yd]|mmm|a\/p|am\/pm|(?<![a-z])[hs]{1,2}(?![a-z])/i.test(bare);
}
