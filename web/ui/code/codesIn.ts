/** The distinct codes of a pasted or uploaded text, in order: one per line, or the first column of a CSV. */
export const codesIn = (text: string): string[] => [...new Set(linesIn(text))];

/** The same codes with repetitions. */
export function linesIn(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => {
    const cell = /^\s*"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"');
    return (cell ?? (isUrl(line) ? line : (line.split(/[,;\t]/)[0] ?? ''))).trim();
  });
  return lines.filter((line) => line !== '');
}

const isUrl = (line: string): boolean => /^\s*https?:\/\//i.test(line) && !line.includes(',');
