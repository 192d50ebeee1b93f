import { csvCell } from '@suyuan/contract/spreadsheet-text.ts';
import { stringify } from 'csv-stringify/sync';
import { type CellValue, writeXlsxStream } from 'hucre/xlsx';
import type { LimitFunction } from 'p-limit';
import type { Account, Caller } from '../caller.ts';
import { hasWords, type Language, listText, text } from '../language.ts';
import type { LongAnswers } from '../spool/long-answers.ts';

export interface Table {
  /** Key of the list's screen: titles are the texts `<list>.<column>`, or `field.<column>`. */
  readonly list: string;
  readonly format: 'xlsx' | 'csv';
  readonly columns: readonly string[];
  /** Titles of the columns, if they have no texts. */
  readonly titles?: readonly string[];
  readonly rows: AsyncIterable<object> | Iterable<object>;
  /** The time zone of times, which are the columns `*_at`. */
  readonly timeZone: string;
  /** What the name of the file says besides the screen, such as the days of its figures. */
  readonly about?: string;
}

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Answers with a table as a file, with titles in the caller's language. */
export async function sendTable(
  answers: LongAnswers,
  caller: Caller<Account>,
  table: Table,
  limit?: LimitFunction,
): Promise<void> {
  const { language } = caller;
  const name = text(language, `menu.${table.list}`);
  const titles = table.titles ?? table.columns.map((column) => listText(language, table.list, column) ?? column);
  const file = table.about === undefined ? name : `${name} ${table.about}`;
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file)}.${table.format}`;
  const make = () => tableBytes(table.format, name, titles, cellsOf(table, language));
  await answers.send(caller, { type: mediaTypes[table.format], disposition }, make, limit);
}

/** Rows as a file. */
export const tableBytes = (
  format: Table['format'],
  name: string,
  titles: readonly string[],
  rows: Rows,
): AsyncGenerator<Uint8Array> => (format === 'csv' ? csvBytes(titles, rows) : workbookBytes(name, titles, rows));

type Rows = AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>;

/** How many rows of CSV are written at once: a call for each would take twice as long. */
const rowsAtOnce = 250;

/** Rows as CSV, with cells escaped against formula injection. The byte order mark makes Excel read UTF-8. */
export async function* csvBytes(titles: readonly string[], rows: Rows): AsyncGenerator<Uint8Array> {
  let lines: (readonly CellValue[])[] = [titles];
  let bom = true;
  for await (const row of rows) {
    lines.push(row.map((value) => (typeof value === 'string' ? csvCell(value) : value)));
    if (lines.length < rowsAtOnce) continue;
    yield csvOf(lines, bom);
    [lines, bom] = [[], false];
  }
  if (lines.length > 0) yield csvOf(lines, bom);
}

/** Lines as RFC 4180 says. Line ends within cells are quoted only on request, if the delimiter of records is given. */
const csvOf = (lines: readonly (readonly CellValue[])[], bom: boolean): Buffer =>
  Buffer.from(stringify([...lines], { ...rfc4180, bom, cast: { boolean: String } }));

const rfc4180 = { record_delimiter: 'windows', quote_record_delimiter: true } as const;

/** Closes the rows when the reader stops, so that the query behind them releases its connection. */
async function* workbookBytes(name: string, titles: readonly string[], rows: Rows): AsyncGenerator<Uint8Array> {
  const columns = titles.map((header) => ({ header }));
  const cells = (async function* () {
    for await (const row of rows) yield row.map((value) => (typeof value === 'string' ? workbookCell(value) : value));
  })();
  try {
    yield* writeXlsxStream(cells, { name: name.slice(0, 31), columns, freezePane: { rows: 1 } });
  } finally {
    await cells.return(undefined);
  }
}

async function* cellsOf({ list, columns, rows, timeZone }: Table, language: Language): AsyncGenerator<CellValue[]> {
  // The Swedish format, 2026-01-31 08:00:00, is understood by every spreadsheet.
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const formatters = columns.map((column) => {
    const worded = hasWords(list, column);
    const wordOf = (value: string | number | boolean) =>
      worded || typeof value === 'boolean' ? listText(language, list, `${column}.${value}`) : undefined;
    const isMoment = column.endsWith('_at');
    return (value: unknown): CellValue =>
      isMoment && typeof value === 'string' ? clock.format(new Date(value)) : cellOf(value, wordOf);
  });
  for await (const row of rows) {
    yield formatters.map((cell, at) => cell((row as Record<string, unknown>)[columns[at] as string]));
  }
}

/**
 * The value of a cell: lists are joined; values of enumerations are translated if there is a text
 * (`productlist.status.enabled`).
 */
function cellOf(value: unknown, wordOf: (value: string | number | boolean) => string | undefined): CellValue {
  if (Array.isArray(value)) return value.join('、');
  if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') return null;
  // A text that a person entered is not taken for a boolean.
  if (value === 'true' || value === 'false') return value;
  return wordOf(value) ?? value;
}

/** Characters that XML has no way to write or would alter, and what looks like the escape of one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const unwritable = /[\0-\x08\x0b-\x1f\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text as a cell of a workbook, by the escape of ECMA-376 (`_x000D_`), which every reader undoes. */
export const workbookCell = (text: string): string =>
  text.replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
