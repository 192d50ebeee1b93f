import type { CodeClass, SnapshotHead } from '@suyuan/contract/handheld/task.ts';
import type { LoadingReason } from '@suyuan/contract/physical/loading-rule.ts';
import type { KnownCode } from './snapshot.ts';

type Line = SnapshotHead['lines'][number];

/** What is on the waybill as far as the handheld knows: the snapshot, and what was scanned since. */
export interface Load {
  readonly lines: readonly Line[];
  /** The keys of the codes that were loaded here, and of those that were taken off. */
  readonly loaded: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

export const isOn = ({ key, goods }: KnownCode, { loaded, removed }: Omit<Load, 'lines'>): boolean =>
  loaded.has(key) || (goods.on === 'this' && !removed.has(key));

/** What the handheld says about a code before the server does. */
export type Verdict =
  | { readonly verdict: 'good'; readonly goods: CodeClass }
  | { readonly verdict: 'repeated' }
  | { readonly verdict: 'unknown' }
  | {
      readonly verdict: 'wrong';
      readonly reason: LoadingReason | 'loaded_already';
      readonly goods: CodeClass;
      /** With a reason it is loaded nevertheless. */
      readonly overridable: boolean;
    };

type Policies = SnapshotHead['policies'];

/**
 * Decides whether a code may be loaded, by the rules that the server applies afterwards. It knows less: what is refused here is refused
 * there as well, unless others have changed something since the snapshot; what is good here may be refused there.
 */
export function judge(found: KnownCode | undefined, load: Load, policies: Policies): Verdict {
  if (!found) return { verdict: 'unknown' };
  const { goods } = found;
  if (isOn(found, load)) return { verdict: 'repeated' };
  if (goods.on === 'other') return { verdict: 'wrong', reason: 'loaded_already', goods, overridable: false };
  const objections = objectionsTo(goods, load.lines).filter((reason) => policies[reason] !== 'allow');
  const final = objections.find((reason) => policies[reason] === 'refuse');
  const reason = final ?? objections[0];
  if (!reason) return { verdict: 'good', goods };
  return { verdict: 'wrong', reason, goods, overridable: final === undefined };
}

/** In the order in which a person would want to hear them. */
function objectionsTo(goods: CodeClass, lines: readonly Line[]): LoadingReason[] {
  const parts = partsOf(goods);
  const places = parts.map((part) => ({ units: part.units, lines: lines.filter((line) => fits(line, part)) }));
  const isOver = ({ units, lines: some }: (typeof places)[number]) =>
    some.length > 0 && units > some.reduce((room, { quantity, loaded }) => room + Math.max(0, quantity - loaded), 0);
  return [
    ...(places.some(({ lines: some }) => some.length === 0) ? (['not_ordered'] as const) : []),
    ...(goods.held ? (['on_hold'] as const) : []),
    ...(places.some(isOver) ? (['over_quantity'] as const) : []),
    ...(goods.whole ? [] : (['incomplete'] as const)),
    ...(goods.inside ? (['packed_elsewhere'] as const) : []),
  ];
}

interface Part {
  readonly product_id: number | null;
  readonly lot: string | null;
  readonly units: number;
}

const partsOf = (goods: CodeClass): readonly Part[] => goods.mixed ?? [goods];

const fits = (line: Line, { product_id, lot }: Pick<Part, 'product_id' | 'lot'>): boolean =>
  line.product_id === product_id && (line.lot === null || line.lot === lot);

/** Units of all lines. */
export const totalsOf = (lines: readonly Line[]): { readonly planned: number; readonly loaded: number } => ({
  planned: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  loaded: lines.reduce((sum, { loaded }) => sum + loaded, 0),
});

/** The lines with the goods loaded on those that they fit (1), where there is room first, or taken off (-1). */
export function withUnits(lines: readonly Line[], goods: CodeClass, sign: 1 | -1): Line[] {
  return partsOf(goods).reduce((some, part) => withPart(some, part, sign), [...lines]);
}

function withPart(lines: readonly Line[], part: Part, sign: 1 | -1): Line[] {
  let rest = part.units;
  const suitable = lines.filter((line) => fits(line, part));
  const last = suitable.at(-1);
  return lines.map((line) => {
    if (!suitable.includes(line)) return line;
    const room = sign > 0 ? Math.max(0, line.quantity - line.loaded) : line.loaded;
    const units = line === last && sign > 0 ? rest : Math.min(rest, room);
    rest -= units;
    return { ...line, loaded: line.loaded + sign * units };
  });
}
