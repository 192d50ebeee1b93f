/** Escaping of texts in CSV files, so that spreadsheets do not evaluate them as formulas; used by the server and the browser. */

/**
 * Matches texts that a spreadsheet would evaluate as a formula, and texts that were escaped already. Some spreadsheets skip
 * leading blanks, and accept full-width and small forms of the signs.
 */
const formula = /^'*(?:[\t\r\n]|[\s'\u200b\ufeff]*[=+\-@|＝＋－＠｜﹦﹢﹣﹫−])/;

/** The text of a CSV cell; an apostrophe prevents the evaluation of foreign data as a formula. */
export const csvCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** A formula such as `="0012"`, which makes a spreadsheet keep digits as text. */
const digitsAsText = /^="([^"]*)"$/;

/** The original text of a CSV cell: without the apostrophe or formula. */
export function csvCellText(cell: string): string {
  if (cell.startsWith("'") && formula.test(cell)) return cell.slice(1);
  return digitsAsText.exec(cell)?.[1] ?? cell;
}
