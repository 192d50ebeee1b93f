import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A sum of numbers that others report may be larger than any column: cast to one, it ends the query with an error, for everybody
// who asks. It is read by `safe_integer` (server/migrations/0058_numbers_from_outside.sql), or left as it is.

/** Files whose sums are counts of rows. */
const ofRows: Record<string, string> = {
  'scans/scan-days.ts': 'scans, which are rows: a cluster adds them up on its nodes, which do not know the function',
};

const root = new URL('../../', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

/** Where the bracket that opens at `from` is closed. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Sums, also as `coalesce(sum(…), 0)`, that are cast to a whole number. */
function castSums(text: string): string[] {
  return [...text.matchAll(/\b(?:coalesce\(\s*)?sum\(/g)].flatMap(({ index }) => {
    const end = closing(text, text.indexOf('(', index)) + 1;
    const excerpt = text.slice(index, end + 20);
    return /^\s*::\s*(?:bigint|int|integer|smallint)\b/.test(text.slice(end)) ? [excerpt] : [];
  });
}

test('no sum is cast to an integer', () => {
  const found = sources
    .filter((file) => !(file in ofRows))
    .flatMap((file) => castSums(readFileSync(new URL(file, root), 'utf8')).map((sum) => `${file}: ${sum}`));
  expect(found).toEqual([]);
  expect(castSums('select coalesce(sum(a), 0)::bigint, sum(b)::int, safe_integer(sum(c))')).toHaveLength(2);
});
