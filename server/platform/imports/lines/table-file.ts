import type { FileRow } from '../../files/file-limits.ts';
import { readTableRows } from '../../files/read-file.ts';
import { headOf, isWorkbook } from '../../files/table.ts';
import { badInput } from '../../refusal.ts';

/** A line of a file; `isWorkbook`: its numbers are as a workbook keeps them. */
export interface TableLine extends FileRow {
  readonly isWorkbook?: boolean;
}

/** Reads an uploaded table at a path: its titles and its non-empty lines. */
export async function readTable(
  path: string,
  maxLines: number,
  signal?: AbortSignal,
): Promise<{ titles: string[]; lines: TableLine[] }> {
  const rows: TableLine[] = [];
  const ofWorkbook = isWorkbook(await headOf(path));
  for await (const batch of readTableRows(path, maxLines, signal ? { signal } : {})) {
    for (const row of batch) rows.push({ ...row, isWorkbook: ofWorkbook });
  }
  const [first, ...lines] = rows;
  if (!first) throw badInput({ path: 'file', reason: 'empty_table' });
  return { titles: first.cells.map((title) => title.trim()), lines };
}
