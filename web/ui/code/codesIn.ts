/** The codes of a pasted or uploaded text: one a line, or the first column of a CSV; each once, in their order. */
export function codesIn(text: string): string[] {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => {
    const cell = /^\s*"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"');
    return (cell ?? (isUrl(line) ? line : (line.split(/[,;\t]/)[0] ?? ''))).trim();
  });
  return [...new Set(lines.filter((line) => line !== ''))];
}

const isUrl = (line: string): boolean => /^\s*https?:\/\//i.test(line) && !line.includes(',');
