// What keeps a text the same on its way through a file: each function has its opposite, here or in the reader.

/** What a spreadsheet would run as a formula, or what stood for such a text. */
const formula = /^'*[=+\-@\t\r\n|]/;

/** A text as a cell of a CSV file: an apostrophe keeps data from outside from running as a formula. */
export const csvCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text of such a cell. */
export const csvText = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** Characters that XML has no way to write or would alter, and what looks like the escape of one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const unwritable = /[\0-\x08\x0b-\x1f\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text as a cell of a workbook, by the escape of ECMA-376 (`_x000D_`), which every reader undoes. */
export const workbookCell = (text: string): string =>
  text.replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
