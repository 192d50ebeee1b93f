/** What a spreadsheet makes of a value in place of it: the reason for which a reader of files, or of codes, does not take it. */
export const artefacts = ['formula_in_cell', 'shortened_number', 'error_in_cell', 'quoted_cell'] as const;
export type Artefact = (typeof artefacts)[number];

const patterns: readonly (readonly [Artefact, RegExp])[] = [
  ['formula_in_cell', /^[=＝]|^[+@][A-Z]+\d*[(:]/i],
  // `1.69009E+17`: a number with an exponent.
  ['shortened_number', /^[-+]?\d([.,]\d+)?E[-+]?\d+$/i],
  // Of a number, a spreadsheet keeps 15 digits. Three zeros after them are hardly there by chance.
  ['shortened_number', /^[1-9]\d{14}0{3,}$/],
  // `#N/A`, `#VALUE!`, and the run of `#` of a column that is too narrow.
  ['error_in_cell', /^#+$|^#(?:N\/A|[A-Z\d/]+[!?]|CALC|SPILL|BUSY|NULL)/i],
  // An apostrophe in front makes a text of a cell, and stays where a program writes it into a file.
  ['quoted_cell', /^['\u2018\u2019`]./],
];

/** What a spreadsheet has made of a value; undefined if it is no such thing. */
export const artefactIn = (text: string): Artefact | undefined =>
  patterns.find(([, pattern]) => pattern.test(text.trim()))?.[0];

/** Whether a run of digits may have been rounded to the 15 that a spreadsheet keeps of a number. By chance, one in ten of 16 is. */
export const mayBeRounded = (text: string): boolean => /^[1-9]\d{14}0+$/.test(text);
