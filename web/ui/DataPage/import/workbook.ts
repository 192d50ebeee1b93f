import { writeXlsx } from 'hucre/xlsx';

/** The text format: otherwise a spreadsheet turns a GTIN into 6.9E+12 and 007 into 7. */
export const asText = { numFmt: '@' } as const;

/** A workbook of one sheet with text cells. */
export async function workbookOf(
  name: string,
  titles: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<Blob> {
  const columns = titles.map((title, index) => ({ width: widthOf(title, lines[0]?.[index] ?? ''), ...asText }));
  const sheet = { name: sheetName(name), columns, rows: [[...titles], ...lines.map((line) => [...line])] };
  return asBlob(await writeXlsx({ sheets: [{ ...sheet, freezePane: { rows: 1 } }] }));
}

export const asBlob = (bytes: unknown): Blob => new Blob([bytes as Uint8Array<ArrayBuffer>]);

const widest = 60;

/** The column width for some texts; a Chinese character counts as two. */
export const widthOf = (...texts: readonly string[]): number =>
  Math.min(widest, Math.max(10, ...texts.map((text) => text.replace(/[^\0-\xff]/g, '--').length + 2)));

/** A valid name for a sheet: without reserved characters, 31 characters at most. */
export const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
