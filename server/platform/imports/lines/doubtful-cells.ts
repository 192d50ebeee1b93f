import { artefactIn } from '../../files/spreadsheet-artefacts.ts';
import { isDay } from '../../http/calendar.ts';
import type { Problem } from '../../refusal.ts';
import { twoDigits } from './written-day.ts';

/** What a field holds, as far as cells of it can be doubtful. */
export type CellKind = 'number' | 'day' | 'identifier' | 'text';

/**
 * Why a cell cannot be taken as it is: it could be read in two ways, which are both named, or it is what a spreadsheet has made of a
 * value. In a workbook a number has no marks but a decimal point, and no zeros behind it.
 */
export function doubtOf(path: string, kind: CellKind, cell: string, isWorkbook: boolean): Problem | undefined {
  if (kind === 'number') return doubtfulNumber(path, cell, isWorkbook);
  if (kind === 'day') return doubtfulDay(path, cell);
  const artefact = kind === 'identifier' ? artefactIn(cell) : undefined;
  return artefact && { path, reason: artefact };
}

/** `12.000`: twelve, or twelve thousand. */
function doubtfulNumber(path: string, cell: string, isWorkbook: boolean): Problem | undefined {
  const [, whole = '', mark = '', thousands = ''] = /^-?(\d{1,3})([.,])(\d{3})$/.exec(cell) ?? [];
  if (mark === '' || /^0/.test(whole)) return undefined;
  if (isWorkbook && mark === '.' && !thousands.endsWith('0')) return undefined;
  const fraction = thousands.replace(/0+$/, '');
  const params = { one: fraction === '' ? whole : `${whole}.${fraction}`, other: `${whole}${thousands}` };
  return { path, reason: 'ambiguous_number', params };
}

/** `01/11/2026`: the first of November, or the eleventh of January. */
function doubtfulDay(path: string, cell: string): Problem | undefined {
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(cell) ?? [];
  if (year === '') return undefined;
  const [one, other] = [
    [b, a],
    [a, b],
  ].map(([month = '', day = '']) => `${year}-${twoDigits(month)}-${twoDigits(day)}`) as [string, string];
  return isDay(one) && isDay(other) && one !== other
    ? { path, reason: 'ambiguous_day', params: { one, other } }
    : undefined;
}
