import { writeXlsx } from 'hucre/xlsx';

/** Kept as it is typed: a spreadsheet would make 6.9E+12 of a GTIN, and 7 of 007. */
export const asText = { numFmt: '@' } as const;

/** A workbook of one sheet, every cell of it a text. */
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

/** As wide as what stands in it; a Chinese character takes the room of two. */
export const widthOf = (...texts: readonly string[]): number =>
  Math.min(widest, Math.max(10, ...texts.map((text) => text.replace(/[^\0-\xff]/g, '--').length + 2)));

/** What a sheet may be called. */
export const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
