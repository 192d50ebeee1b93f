import { csvText, saveFile, saveText } from '../../csv.ts';

/** Refused lines with the columns of their file, and one more column with the reason. */
export interface RefusedTable {
  readonly titles: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

/** Saves them as a file of the same format as the imported one, so that it can be corrected and imported again. */
export async function saveRefused(name: string, { titles, lines }: RefusedTable, broughtIn: string): Promise<void> {
  if (!/\.xlsx$/i.test(broughtIn)) return saveText(`${name}.csv`, csvText([titles, ...lines]));
  const { workbookOf } = await import('./workbook.ts');
  saveFile(`${name}.xlsx`, await workbookOf(name, titles, lines));
}
