import { csvText, saveFile, saveText } from '../../csv.ts';

/** Lines that were refused, with the columns of their file and one more that says what is wrong with each. */
export interface RefusedTable {
  readonly titles: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Hands them to the browser as a file of the kind that was brought in: mended, it is brought in as it is. */
export async function saveRefused(name: string, { titles, lines }: RefusedTable, broughtIn: string): Promise<void> {
  if (!/\.xlsx$/i.test(broughtIn)) return saveText(`${name}.csv`, csvText([titles, ...lines]));
  const { workbookOf } = await import('./workbook.ts');
  saveFile(`${name}.xlsx`, await workbookOf(name, titles, lines));
}
