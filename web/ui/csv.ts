import Papa from 'papaparse';
import { csvCell } from '../../contract/spreadsheet-text.ts';

/** CSV as Excel reads it: UTF-8 with its mark, lines ended as RFC 4180 says, no text that would run as a formula. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${Papa.unparse(lines.map((line) => line.map(csvCell)))}\r\n`;

/** Hands a text to the browser to keep as a file. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

/** The same for any file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url));
}
