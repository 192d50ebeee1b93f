/** The parts of a row that determine its rank. */
interface Named {
  readonly id: number;
  readonly title: string;
  readonly code: string | null;
}

/**
 * Sorts rows that matched: first exact codes, then exact titles, then those that begin with the words (codes before titles),
 * those that contain them, and those that only sound like them. The newest come first among equals.
 */
export function ranked<Row extends Named>(words: string, rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, rank: rankOf(words, row) }))
    .sort((one, other) => one.rank - other.rank || other.row.id - one.row.id)
    .map(({ row }) => row);
}

/** The rank of a row, 0 to 5; 0 is best. */
export function rankOf(words: string, { title, code }: Named): number {
  const phrase = spelt(words);
  const [called, numbered] = [spelt(title), spelt(code ?? '')];
  if (numbered === phrase) return 0;
  if (called === phrase) return 1;
  if (numbered.startsWith(phrase)) return 2;
  if (called.startsWith(phrase)) return 3;
  if (called.includes(phrase) || numbered.includes(phrase)) return 4;
  return 5;
}

/** Normalises a text for comparison: compatibility form (NFKC), lower case, single spaces. */
export const spelt = (text: string): string => text.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
