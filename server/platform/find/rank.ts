/** What is looked at of a row to say how well it was found. */
interface Named {
  readonly id: number;
  readonly title: string;
  readonly code: string | null;
}

/**
 * Rows that words found, the best first: those whose number or code they are, then those called so, those that begin
 * so, and those that hold the words as they were typed before those that only sound like them. Among equals the newest.
 */
export function ranked<Row extends Named>(words: string, rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, rank: rankOf(words, row) }))
    .sort((one, other) => one.rank - other.rank || other.row.id - one.row.id)
    .map(({ row }) => row);
}

/** 0 is best. */
export function rankOf(words: string, { title, code }: Named): number {
  const asked = spelt(words);
  const [called, numbered] = [spelt(title), spelt(code ?? '')];
  if (numbered === asked) return 0;
  if (called === asked) return 1;
  if (numbered.startsWith(asked)) return 2;
  if (called.startsWith(asked)) return 3;
  if (called.includes(asked) || numbered.includes(asked)) return 4;
  return 5;
}

/** As the words of a search are spelt. */
export const spelt = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
