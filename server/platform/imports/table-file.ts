import { setImmediate as breathe } from 'node:timers/promises';
import { streamCsvRows } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { ErrorCode } from '../../../contract/errors.ts';
import { csvCellText } from '../../../contract/spreadsheet-text.ts';
import { badInput, Refusal, tooLarge } from '../refusal.ts';

export interface TableLine {
  /** Line in the file, the titles being line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A table from outside: told apart by its content, never by its name. Empty lines are passed over. */
export async function readTable(file: Buffer, mostLines: number): Promise<{ titles: string[]; lines: TableLine[] }> {
  const rows = isZip(file) ? xlsxRows(file) : csvRows(file);
  let titles: string[] | undefined;
  const lines: TableLine[] = [];
  try {
    for await (const { line, cells } of rows) {
      // Empty ones too: reading on and on through nothing keeps every other caller waiting.
      if (line > 10 * mostLines) throw tooManyLines(mostLines);
      if (line % linesAtOnce === 0) await breathe();
      requireNarrow(cells);
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!titles) titles = cells.map((title) => title.trim());
      else if (lines.length === mostLines) throw tooManyLines(mostLines);
      else lines.push({ line, cells });
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badInput({ path: 'file', reason: 'unreadable_table' });
  }
  if (!titles) throw badInput({ path: 'file', reason: 'empty_table' });
  return { titles, lines };
}

/** Lines after which others have their turn. */
const linesAtOnce = 500;

/** More columns than any list has. */
const mostColumns = 200;

/** A line with a cell in its last possible column is a thousand times as long as it looks. */
function requireNarrow(cells: readonly string[]): void {
  if (cells.length > mostColumns) throw badInput({ path: 'file', reason: 'too_many', params: { limit: mostColumns } });
}

/** A workbook of so many lines is a tenth of this; a zip bomb is a thousand times it. */
const mostUnfolded = 200 * 2 ** 20;

/** How large a zip file says that its entries are, unfolded. */
function unfoldedSize(zip: Buffer): number {
  let size = 0;
  for (let at = zip.indexOf(entryMark); at >= 0; at = zip.indexOf(entryMark, at + 46))
    size += zip.readUInt32LE(at + 24);
  return size;
}
const entryMark = Buffer.from('PK\x01\x02', 'latin1');

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

async function* xlsxRows(file: Buffer): AsyncGenerator<TableLine> {
  if (unfoldedSize(file) > mostUnfolded) throw tooLarge();
  for await (const { index, values } of streamXlsxRows(file)) {
    yield { line: index + 1, cells: values.map(written) };
  }
}

async function* csvRows(file: Buffer): AsyncGenerator<TableLine> {
  const content = decoded(file);
  requireLines(content);
  let line = 0;
  for (const values of streamCsvRows(content)) {
    line += 1;
    yield { line, cells: values.map((value) => csvCellText(written(value))) };
  }
}

/** Longer than any honest line; the reader would spend seconds on such a one. */
const longestLine = 2 ** 20;

function requireLines(content: string): void {
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf('\n', at);
    const next = end < 0 ? content.length : end + 1;
    if (next - at > longestLine) throw badInput({ path: 'file', reason: 'unreadable_table' });
    at = next;
  }
}

/** UTF-8, or GB 18030, which Excel writes on a Chinese Windows. */
function decoded(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    try {
      return new TextDecoder('gb18030', { fatal: true }).decode(file);
    } catch {
      throw badInput({ path: 'file', reason: 'unreadable_table' });
    }
  }
}

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : value instanceof Date ? value.toISOString() : String(value);

const tooManyLines = (limit: number) =>
  new Refusal(413, ErrorCode.tooLarge, { reason: 'too_many_lines', params: { limit } });
