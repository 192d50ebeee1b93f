import { streamCsvRows } from 'hucre/csv';
import { streamXlsxRows } from 'hucre/xlsx';
import { ErrorCode } from '../../contract/errors.ts';
import { badInput, Refusal } from './refusal.ts';

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

const isZip = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));

async function* xlsxRows(file: Buffer): AsyncGenerator<TableLine> {
  for await (const { index, values } of streamXlsxRows(file)) {
    yield { line: index + 1, cells: values.map(written) };
  }
}

async function* csvRows(file: Buffer): AsyncGenerator<TableLine> {
  let line = 0;
  for (const values of streamCsvRows(decoded(file), { unescapeFormulae: true })) {
    line += 1;
    yield { line, cells: values.map(written) };
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
