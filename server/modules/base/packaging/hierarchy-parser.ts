import type { CellParser } from '#platform/imports/lines/columns.ts';
import { referred } from '#platform/references/references.ts';
import type { Level } from './hierarchy-levels.ts';

/** Parses levels in a cell of a file, outermost unit first: `1 pallet = 40 case = 240 bottle`. */
export const levelsParser: CellParser<Level[]> = {
  columns: ['ratio_codes', 'ratio'],
  unread: 'ratio_unreadable',
  read: async (cells, change) => {
    const ratios = new Map(cells.map((cell) => [cell, partsOf(cell)]));
    const names = new Set([...ratios.values()].flatMap((parts) => (parts ?? []).map(({ unit }) => unit)));
    const units = await referred('packaging_unit', []).read([...names], change);
    return new Map(
      [...ratios].map(([cell, parts]) => [cell, parts ? levelsOf(parts, (unit) => units.get(unit) ?? []) : []]),
    );
  },
};

/** The number of a unit in the outermost one. */
interface Part {
  readonly count: number;
  readonly unit: string;
}

/** A code may begin with a digit, so it needs a blank before it; other words may directly follow the number. */
const part = /^(\d{1,10})(?:\s+(.+)|([^\d\s].*))$/;

function partsOf(cell: string): Part[] | undefined {
  const parts = cell.split(/[=＝]/).map((words) => part.exec(words.trim()));
  if (parts.some((match) => match === null)) return undefined;
  return parts.flatMap((match) =>
    match ? [{ count: Number(match[1]), unit: (match[2] ?? match[3] ?? '').trim() }] : [],
  );
}

/** The levels from the innermost outwards, for each interpretation of the units; none if the counts are not divisible. */
function levelsOf(parts: readonly Part[], idsOf: (unit: string) => readonly number[]): Level[][] {
  const holds = parts.map(({ count }, index) => (parts[index + 1]?.count ?? count) / count);
  if (parts[0]?.count !== 1 || !holds.every((quantity) => Number.isInteger(quantity))) return [];
  return parts.reduce<Level[][]>(
    (ways, { unit }, index) =>
      ways.flatMap((way) => idsOf(unit).map((unit_id) => [{ unit_id, quantity: holds[index] as number }, ...way])),
    [[]],
  );
}
