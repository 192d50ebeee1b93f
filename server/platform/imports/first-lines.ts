import { open } from 'node:fs/promises';
import { badFile } from '../files/file-limits.ts';
import { isWorkbook } from '../files/table.ts';
import type { Uploaded } from '../spool/file-upload.ts';
import { rowsOf } from './job-source.ts';

/** How many lines a preview shows, and characters of each cell. */
const limits = { lines: 10, characters: 100 };

/** Reads the first lines of a file of codes, as a preview before it is imported. */
export async function firstLines(
  file: Uploaded['file'],
  most: { readonly lines: number; readonly columns: number },
): Promise<{ line: number; cells: string[] }[]> {
  const source = (await beginsAsWorkbook(file.path)) ? { workbook: file.path } : { bytes: file.read() };
  for await (const rows of rowsOf(source, most)) {
    const first = rows.slice(0, limits.lines);
    if (first.some(({ cells }) => cells.some(isNoText))) throw badFile('unreadable_codes');
    return first.map(({ line, cells }) => ({
      line,
      cells: cells.slice(0, most.columns).map((cell) => cell.slice(0, limits.characters)),
    }));
  }
  return [];
}

/** Whether a cell has control or replacement characters, so that the file is not text. */
const isNoText = (cell: string): boolean => /(?![\t\n\r])\p{Cc}|\ufffd/u.test(cell);

async function beginsAsWorkbook(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return isWorkbook(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
