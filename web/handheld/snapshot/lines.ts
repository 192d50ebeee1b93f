import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import { lineFor } from '@suyuan/contract/physical/waybill/loading.ts';

export type Line = SnapshotHead['lines'][number];

interface Part {
  readonly product_id: number | null;
  readonly lot: string | null;
  readonly units: number;
}

export const partsOf = (goods: CodeClass): readonly Part[] => goods.mixed ?? [goods];

const fits = (line: Line, { product_id, lot }: Pick<Part, 'product_id' | 'lot'>): boolean =>
  line.product_id === product_id && (line.lot === null || line.lot === lot);

/** The line that goods are on. */
export const lineOf = (lines: readonly Line[], part: Part): Line | undefined =>
  lineFor(
    lines.filter((line) => fits(line, part)).map((line) => ({ ...line, loaded: line.done, line })),
    part.units,
  )?.line;

/** Units of all lines; what is planned is null if nothing is, or if it is hidden. */
export const totalsOf = (lines: readonly Line[]): { readonly planned: number | null; readonly done: number } => ({
  planned: lines.some(({ quantity }) => quantity === null)
    ? null
    : lines.reduce<number | null>((sum, { quantity }) => (sum ?? 0) + (quantity ?? 0), null),
  done: lines.reduce((sum, { done }) => sum + done, 0),
});

/** The lines with goods done on theirs (1), or taken off those that they fit (-1). */
export function withUnits(lines: readonly Line[], goods: CodeClass, sign: 1 | -1): Line[] {
  return partsOf(goods).reduce((some, part) => withPart(some, part, sign), [...lines]);
}

/** Units of goods that no line is about. */
export const unitsBeside = (lines: readonly Line[], goods: CodeClass): number =>
  partsOf(goods).reduce((sum, part) => (lines.some((line) => fits(line, part)) ? sum : sum + part.units), 0);

function withPart(lines: readonly Line[], part: Part, sign: 1 | -1): Line[] {
  if (sign > 0) {
    const own = lineOf(lines, part);
    return lines.map((line) => (line === own ? { ...line, done: line.done + part.units } : line));
  }
  let rest = part.units;
  return lines.map((line) => {
    if (!fits(line, part)) return line;
    const units = Math.min(rest, line.done);
    rest -= units;
    return { ...line, done: line.done - units };
  });
}
