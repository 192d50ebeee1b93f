import { open } from 'node:fs/promises';
import { csvRows } from './csv.ts';
import { badFile, type FileRow, tableLimits, tooManyLines, tooMuchInFile } from './file-limits.ts';
import { xlsxRows } from './xlsx/xlsx.ts';

const zip = Buffer.from('PK\x03\x04', 'latin1');
/** OLE compound files: old workbooks (XLS), and those with a password. */
const compound = Buffer.from('\xd0\xcf\x11\xe0', 'latin1');

/** Whether a file that begins with these bytes is a workbook, in the new or the old format. */
export const isWorkbook = (head: Buffer): boolean =>
  [zip, compound].some((mark) => head.subarray(0, mark.length).equals(mark));

/** The non-empty rows of a table, within the limits of `file-limits.ts`. The format is detected from the content. */
export async function* tableRows(path: string, maxLines: number): AsyncGenerator<FileRow> {
  const head = await headOf(path);
  if (head.equals(compound)) throw badFile('locked_workbook');
  let [rows, lines, filled, size] = [0, 0, 0, 0];
  for await (const row of head.equals(zip) ? xlsxRows(path) : csvRows(path)) {
    rows += 1;
    if (rows > tableLimits.rowsPerLine * maxLines) throw tooManyLines(maxLines);
    const { line, cells } = row;
    if (cells.length > tableLimits.columns) {
      throw badFile('too_many_columns', { line, limit: tableLimits.columns });
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    lines += 1;
    // One more for the titles.
    if (lines > maxLines + 1) throw tooManyLines(maxLines);
    for (const cell of cells) {
      size += cell.length;
      if (cell !== '') filled += 1;
    }
    if (size > tableLimits.text || filled > tableLimits.cells) throw tooMuchInFile();
    yield row;
  }
}

export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
