import type { CellParser, Cells } from './columns.ts';

/**
 * Lines in the order in which they can be written, whatever order the file has them in: first those that need no other
 * line, then those that need only these, and so on. Lines that need each other in a circle are refused for it where they
 * are written.
 */
export function parentsFirst<Entry>(
  parsers: Readonly<Record<string, CellParser<unknown> | undefined>>,
  entries: readonly Entry[],
  cellsOf: (entry: Entry) => Cells,
): Entry[][] {
  const [own] = Object.entries(parsers).filter(([, field]) => field?.among);
  if (!own) return [[...entries]];
  const [path, { among = [] } = {}] = own;
  const named = among.map((name) => new Map(entries.map((entry) => [spelling(cellsOf(entry).values[name]), entry])));
  const above = (entry: Entry): Entry | undefined => {
    const cell = spelling(cellsOf(entry).unparsed[path]);
    return cell === '' ? undefined : named.map((names) => names.get(cell)).find((found) => found !== undefined);
  };
  const depths = depthsOf(entries, above);
  const levels = Map.groupBy(entries, (entry) => depths.get(entry) as number);
  return [...levels].sort(([a], [b]) => a - b).map(([, level]) => level);
}

const spelling = (value: unknown): string => String(value ?? '').toLowerCase();

function depthsOf<Entry>(entries: readonly Entry[], above: (entry: Entry) => Entry | undefined): Map<Entry, number> {
  const depths = new Map<Entry, number>();
  for (const entry of entries) {
    const path: Entry[] = [];
    let top: Entry | undefined = entry;
    // Known as soon as it is come by: a circle ends where it began.
    for (; top !== undefined && !depths.has(top); top = above(top)) {
      depths.set(top, 0);
      path.push(top);
    }
    let depth = top === undefined ? -1 : (depths.get(top) as number);
    for (const one of path.toReversed()) depths.set(one, ++depth);
  }
  return depths;
}
