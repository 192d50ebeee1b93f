import { csvCell } from '@suyuan/contract/spreadsheet-text.ts';
import { stringify } from 'csv-stringify/browser/esm/sync';

/**
 * CSV that Excel reads: UTF-8 with a byte order mark, line ends as in RFC 4180, and no text that would be evaluated as a
 * formula.
 */
export function csvText(lines: readonly (readonly string[])[]): string {
  const cells = lines.map((line) => line.map(csvCell));
  return stringify(cells, { bom: true, record_delimiter: 'windows', quote_record_delimiter: true });
}

/** Downloads a CSV text as a file. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

/** Downloads any content as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url));
}
