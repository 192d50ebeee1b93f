import { comparedIdentifier } from '@suyuan/contract/thing/identifiers.ts';
import type { CellParser, Cells } from './columns.ts';

/**
 * Sorts lines into levels, so that a line comes after the line that it refers to, whatever their order in the file. Lines in a
 * cycle are refused when they are written.
 */
export function parentsFirst<Entry>(
  parsers: Readonly<Record<string, CellParser<unknown> | undefined>>,
  entries: readonly Entry[],
  cellsOf: (entry: Entry) => Cells,
): Entry[][] {
  const [own] = Object.entries(parsers).filter(([, field]) => field?.among);
  if (!own) return [[...entries]];
  const [path, { among = [] } = {}] = own;
  const entriesByName = among.map(
    (name) => new Map(entries.map((entry) => [spelling(cellsOf(entry).values[name]), entry])),
  );
  const above = (entry: Entry): Entry | undefined => {
    const cell = spelling(cellsOf(entry).unparsed[path]);
    return cell === ''
      ? undefined
      : entriesByName.map((names) => names.get(cell)).find((parent) => parent !== undefined);
  };
  const depths = depthsOf(entries, above);
  const levels = Map.groupBy(entries, (entry) => depths.get(entry) as number);
  return [...levels].sort(([a], [b]) => a - b).map(([, level]) => level);
}

const spelling = (value: unknown): string => comparedIdentifier(`${value ?? ''}`);

function depthsOf<Entry>(entries: readonly Entry[], above: (entry: Entry) => Entry | undefined): Map<Entry, number> {
  const depths = new Map<Entry, number>();
  for (const entry of entries) {
    const path: Entry[] = [];
    let top: Entry | undefined = entry;
    // The depth is set on the first visit, so that a cycle ends where it began.
    for (; top !== undefined && !depths.has(top); top = above(top)) {
      depths.set(top, 0);
      path.push(top);
    }
    let depth = top === undefined ? -1 : (depths.get(top) as number);
    for (const one of path.toReversed()) depths.set(one, ++depth);
  }
  return depths;
}
