import { type FileLanguage, fileLanguages } from '@suyuan/contract/languages.ts';
import { normalIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import { dayIn, exampleIn, numberIn } from '@suyuan/contract/thing/written-in.ts';
import { artefactIn } from '../../files/spreadsheet-artefacts.ts';
import { isDay } from '../../http/calendar.ts';
import type { Problem } from '../../refusal.ts';

/** What a field holds, as far as cells of it can be doubtful. */
export type CellKind = 'number' | 'day' | 'moment' | 'identifier' | 'text';

/** How a file is written: by a workbook, whose numbers have no marks but a decimal point; in a language that a person has chosen. */
interface Manner {
  readonly isWorkbook: boolean;
  readonly language?: FileLanguage | undefined;
}

type Doubt = Omit<Problem, 'path'>;
type Read = { readonly value: string } | { readonly doubt: Doubt };

/**
 * The value of a cell, as a call would have it; or why it cannot be taken as it is: it could be read in two ways, which are both named,
 * it is not written in the chosen language, or it is what a spreadsheet has made of a value.
 */
export function readCell(kind: CellKind, cell: string, manner: Manner): Read {
  if (kind === 'number') return readNumber(cell, manner);
  if (kind === 'day') return readDay(cell, manner);
  if (kind === 'moment') return readMoment(cell, manner);
  if (kind === 'text') return { value: cell };
  const value = normalIdentifier(cell);
  const artefact = artefactIn(value);
  return artefact ? { doubt: { reason: artefact } } : { value };
}

/** `12.000`: twelve, or twelve thousand. */
function readNumber(cell: string, { isWorkbook, language }: Manner): Read {
  if (!/^[-+]?[\d., \u00a0\u202f]+$/.test(cell) || (isWorkbook && /^-?\d+(\.\d*[1-9])?$/.test(cell)))
    return { value: cell };
  if (language) return inLanguage(numberIn(cell, language), language);
  const isGrouped = /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(cell);
  return isGrouped ? unlessTwo(cell, numberIn, 'ambiguous_number') : { value: cell };
}

/** `01/11/2026`: the first of November, or the eleventh of January. */
function readDay(cell: string, { language }: Manner): Read {
  const day = writtenDay(cell);
  if (isDay(day) || !/^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/.test(cell)) return { value: day };
  if (language) return inLanguage(dayIn(cell, language), language);
  return unlessTwo(cell, dayIn, 'ambiguous_day');
}

/** `01/11/2026 8:00`: the day as it is written alone, with the time behind it. */
function readMoment(cell: string, manner: Manner): Read {
  const [, day, time] = /^(\S+)([ T]+\d{1,2}:\d{2}(?::\d{2})?)$/.exec(cell) ?? [];
  if (!day || !time) return { value: cell };
  const result = readDay(day, manner);
  return 'doubt' in result ? result : { value: `${result.value}${time}` };
}

const inLanguage = (value: string | undefined, language: FileLanguage): Read =>
  value === undefined ? { doubt: { reason: 'not_written_so', params: { example: exampleIn(language) } } } : { value };

/** The cell as it is, unless languages read it in two ways. */
function unlessTwo(cell: string, read: typeof numberIn, reason: string): Read {
  const readings = fileLanguages.flatMap((language) => read(cell, language) ?? []);
  const [one, other] = [...new Set(readings)].toSorted();
  return one && other ? { doubt: { reason, params: { one, other } } } : { value: cell };
}

// Dates as people and spreadsheets write them. The year must come first, because 01/02/2026 is ambiguous.
const writtenDays = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?: 0?0:00(?::00)?)?$/;

/** Converts a date to ISO 8601; any other text is returned unchanged. */
export function writtenDay(cell: string): string {
  const [, year, month, date] = writtenDays.exec(cell) ?? [];
  return year && month && date ? [year, twoDigits(month), twoDigits(date)].join('-') : cell;
}

export const twoDigits = (number: string): string => number.padStart(2, '0');
