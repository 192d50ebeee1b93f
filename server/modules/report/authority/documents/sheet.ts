import type { AuthorityFormat } from '@suyuan/contract/report/authority-file.ts';
import { tableBytes } from '#platform/lists/export.ts';

type Cell = string | number | null;

/** A table with the titles of the published form, in the form's own language. */
export function sheet(
  format: AuthorityFormat,
  name: string,
  titles: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncIterable<Uint8Array> {
  return tableBytes(format === 'csv' ? 'csv' : 'xlsx', name, titles, rows);
}
