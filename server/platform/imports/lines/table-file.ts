import type { FileRow } from '../../files/file-limits.ts';
import { readTableRows } from '../../files/read-file.ts';
import { badInput } from '../../refusal.ts';

export type TableLine = FileRow;

/** Reads an uploaded table at a path: its titles and its non-empty lines. */
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
