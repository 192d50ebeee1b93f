import type { AuthorityFormat } from '../../../../../contract/report/authority-file.ts';
import { escapedCell, tableBytes } from '../../../../platform/lists/export.ts';

type Cell = string | number | null;

/** A sheet whose titles are those of the published form, in its language. */
export function sheet(
  format: AuthorityFormat,
  name: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncIterable<Uint8Array> {
  const as = format === 'csv' ? 'csv' : 'xlsx';
  return tableBytes(as, name, titles, cells());

  async function* cells() {
    for await (const row of rows) yield row.map((cell) => escapedCell(as, cell));
  }
}
