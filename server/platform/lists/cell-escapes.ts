/** Characters that XML has no way to write or would alter, and what looks like the escape of one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const unwritable = /[\0-\x08\x0b-\x1f\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

/** A text as a cell of a workbook, by the escape of ECMA-376 (`_x000D_`), which every reader undoes. */
export const workbookCell = (text: string): string =>
  text.replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
