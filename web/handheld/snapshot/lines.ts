import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';

export type Line = SnapshotHead['lines'][number];

interface Part {
  readonly product_id: number | null;
  readonly lot: string | null;
  readonly units: number;
}

export const partsOf = (goods: CodeClass): readonly Part[] => goods.mixed ?? [goods];

export const fits = (line: Line, { product_id, lot }: Pick<Part, 'product_id' | 'lot'>): boolean =>
  line.product_id === product_id && (line.lot === null || line.lot === lot);

/** Units for which a line has room; a line without a plan takes all. */
export const roomOn = ({ quantity, done }: Line): number =>
  quantity === null ? Number.POSITIVE_INFINITY : Math.max(0, quantity - done);

/** Units of all lines; what is planned is null if nothing is, or if it is hidden. */
export const totalsOf = (lines: readonly Line[]): { readonly planned: number | null; readonly done: number } => ({
  planned: lines.some(({ quantity }) => quantity === null)
    ? null
    : lines.reduce<number | null>((sum, { quantity }) => (sum ?? 0) + (quantity ?? 0), null),
  done: lines.reduce((sum, { done }) => sum + done, 0),
});

/** The lines with goods done on those that they fit (1), where there is room first, or taken off (-1). */
export function withUnits(lines: readonly Line[], goods: CodeClass, sign: 1 | -1): Line[] {
  return partsOf(goods).reduce((some, part) => withPart(some, part, sign), [...lines]);
}

/** Units of goods that no line is about. */
export const unitsBeside = (lines: readonly Line[], goods: CodeClass): number =>
  partsOf(goods).reduce((sum, part) => (lines.some((line) => fits(line, part)) ? sum : sum + part.units), 0);

function withPart(lines: readonly Line[], part: Part, sign: 1 | -1): Line[] {
  let rest = part.units;
  const suitable = lines.filter((line) => fits(line, part));
  const last = suitable.at(-1);
  return lines.map((line) => {
    if (!suitable.includes(line)) return line;
    const room = sign > 0 ? roomOn(line) : line.done;
    const units = line === last && sign > 0 ? rest : Math.min(rest, room);
    rest -= units;
    return { ...line, done: line.done + sign * units };
  });
}
