import type { FileRow } from '../../files/file-limits.ts';
import { readTableRows } from '../../files/read-file.ts';
import { badInput } from '../../refusal.ts';

/** A line of a table. */
export type TableLine = FileRow;

/** A table from outside, kept at a path: its titles and the lines that have anything in them. */
export async function readTable(
  path: string,
  mostLines: number,
  signal?: AbortSignal,
): Promise<{ titles: string[]; lines: TableLine[] }> {
  const rows: TableLine[] = [];
  for await (const batch of readTableRows(path, mostLines, signal ? { signal } : {})) rows.push(...batch);
  const [first, ...lines] = rows;
  if (!first) throw badInput({ path: 'file', reason: 'empty_table' });
  return { titles: first.cells.map((title) => title.trim()), lines };
}
