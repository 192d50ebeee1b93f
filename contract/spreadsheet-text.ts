/** How texts stand in a CSV file so that no spreadsheet runs them: the same on the server and in the browser. */

/**
 * What a spreadsheet would run as a formula, or what stood for such a text. Some pass over blanks before it, and read
 * the full-width and small forms of a sign as the sign.
 */
const formula = /^'*(?:[\t\r\n]|[\s'\u200b\ufeff]*[=+\-@|＝＋－＠｜﹦﹢﹣﹫−])/;

/** A text as a cell of a CSV file: an apostrophe keeps data from outside from running as a formula. */
export const csvCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** How a spreadsheet is told that digits are a text, and are not to be shortened: `="0012"`. */
const digitsAsText = /^="([^"]*)"$/;

/** The text of such a cell. */
export function csvCellText(cell: string): string {
  if (cell.startsWith("'") && formula.test(cell)) return cell.slice(1);
  return digitsAsText.exec(cell)?.[1] ?? cell;
}
