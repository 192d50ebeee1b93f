/** CSV as Excel reads it: UTF-8 with its mark, lines ended as RFC 4180 says. */
export const csvText = (lines: readonly (readonly string[])[]): string => `\uFEFF${lines.map(line).join('')}`;

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A text that a spreadsheet would run as a formula gets an apostrophe first. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a text to the browser to keep as a file. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

/** The same for any file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url));
}
