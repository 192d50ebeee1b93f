import { writeXlsx } from 'hucre/xlsx';
import type { ImportColumn } from './importColumns.ts';
import { asBlob, asText, sheetName, widthOf } from './workbook.ts';

/** The name of the sheet that explains the columns, and its texts. */
export interface TemplateWords {
  readonly guide: string;
  readonly titles: readonly [column: string, required: string, takes: string];
  readonly yes: string;
}

/** How many empty lines get their cells formatted as text, since a format applies to existing cells only. */
const blankLines = 1000;

/**
 * A workbook to fill in: titles in the person's language with a line of examples, and a second sheet that explains the columns.
 */
export async function templateOf(list: string, columns: readonly ImportColumn[], words: TemplateWords): Promise<Blob> {
  const explanations = columns.map(({ title, required, takes }) => [title, required ? words.yes : '', takes]);
  const blank = Array.from({ length: blankLines }, () => columns.map(() => null));
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(list),
        columns: columns.map(({ title, example }) => ({ width: widthOf(title, example), ...asText })),
        rows: [columns.map(({ title }) => title), columns.map(({ example }) => example), ...blank],
        freezePane: { rows: 1 },
      },
      {
        name: sheetName(words.guide),
        columns: [{ width: 24 }, { width: 10 }, { width: 60 }],
        rows: [[...words.titles], ...explanations],
        freezePane: { rows: 1 },
      },
    ],
  });
  return asBlob(bytes);
}
