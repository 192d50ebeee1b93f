import { open } from 'node:fs/promises';
import type { OutputOf } from '../../../../contract/call/call.ts';
import { mostPacked, mostPackingColumns, type packingPreview } from '../../../../contract/plant/task.ts';
import { badFile } from '../../../platform/files/file-limits.ts';
import { readCodeRows, readTableRows } from '../../../platform/files/read-file.ts';
import { isWorkbook } from '../../../platform/files/table.ts';
import type { Uploaded } from '../../../platform/serve/file-upload.ts';
import { columnsNamedBy } from './packing-columns.ts';

/** Lines that are shown, and characters of a cell. */
const shown = { lines: 10, characters: 100 };

/** The first lines of a packing file, and which columns are taken of it. */
export async function previewOf(file: Uploaded['file']): Promise<OutputOf<typeof packingPreview>> {
  const batches = (await beginsAsWorkbook(file.path))
    ? readTableRows(file.path, mostPacked)
    : readCodeRows(file.read(), mostPacked, mostPackingColumns);
  for await (const rows of batches) {
    const first = rows.slice(0, shown.lines);
    if (first.some(({ cells }) => cells.some(isNoText))) throw badFile('unreadable_codes');
    return {
      rows: first.map(({ line, cells }) => ({
        line,
        cells: cells.slice(0, mostPackingColumns).map((cell) => cell.slice(0, shown.characters)),
      })),
      columns: columnsNamedBy(first[0]?.cells ?? []),
    };
  }
  return { rows: [], columns: columnsNamedBy([]) };
}

/** What no text has in it: the file is of another kind. */
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
