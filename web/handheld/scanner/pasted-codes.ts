/** The codes of a text that was pasted, one in each line. */
export const pastedCodes = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
