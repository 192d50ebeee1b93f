import type { AuthorityFormat } from '../../../../../contract/report/authority-file.ts';
import { tableBytes } from '../../../../platform/lists/export.ts';

type Cell = string | number | null;

/** A sheet whose titles are those of the published form, in its language. */
export function sheet(
  format: AuthorityFormat,
  name: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncIterable<Uint8Array> {
  return tableBytes(format === 'csv' ? 'csv' : 'xlsx', name, titles, rows);
}
