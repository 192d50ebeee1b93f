import type { CellParser } from '../../../platform/imports/lines/columns.ts';
import { referred } from '../../../platform/references/references.ts';
import type { Level } from './hierarchy-levels.ts';

/** Levels as a file writes them: outermost first, with how many of each fill it, `1 pallet = 40 case = 240 bottle`. */
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

/** So many of a unit fill the outermost one. */
interface Part {
  readonly count: number;
  readonly unit: string;
}

/** A code may begin with digits, so a blank comes before it; words may stand right after their number. */
const part = /^(\d{1,10})(?:\s+(.+)|([^\d\s].*))$/;

function partsOf(cell: string): Part[] | undefined {
  const parts = cell.split(/[=＝]/).map((words) => part.exec(words.trim()));
  if (parts.some((found) => found === null)) return undefined;
  return parts.flatMap((found) =>
    found ? [{ count: Number(found[1]), unit: (found[2] ?? found[3] ?? '').trim() }] : [],
  );
}

/** From the smallest outwards, one for each way to understand the units; none when the counts do not divide. */
function levelsOf(parts: readonly Part[], idsOf: (unit: string) => readonly number[]): Level[][] {
  const holds = parts.map(({ count }, index) => (parts[index + 1]?.count ?? count) / count);
  if (parts[0]?.count !== 1 || !holds.every((quantity) => Number.isInteger(quantity))) return [];
  return parts.reduce<Level[][]>(
    (ways, { unit }, index) =>
      ways.flatMap((way) => idsOf(unit).map((unit_id) => [{ unit_id, quantity: holds[index] as number }, ...way])),
    [[]],
  );
}
