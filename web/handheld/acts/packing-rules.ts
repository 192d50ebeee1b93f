import { mapKeysOf } from '@suyuan/codes/carrier/map-keys.ts';
import type { CodeClass } from '@suyuan/contract/handheld/task.ts';
import { countOf, fitOf, isFull, isShort, type OpenPackage } from '@suyuan/contract/plant/packing/open-package.ts';
import type { Gathering, Ground, Part, Verdict } from './act.ts';

/** What a package of a level holds, and what lies directly in it; of a label that is not known here, the lowest level. */
const levelOf = ({ found }: Part, { head: { packaging } }: Ground) => {
  const levels = (packaging?.levels ?? []).filter(({ level }) => level > 1).sort((a, b) => a.level - b.level);
  return levels.find(({ level }) => level === found?.goods.level) ?? levels[0];
};

/** What tells a code from others. */
const keyOf = ({ text, found }: Part): string => found?.key ?? text;

/** Whether two texts stand for one code, which may be written in several ways. */
export function isSame(one: Part, other: Part): boolean {
  if (one.found || other.found) return keyOf(one) === keyOf(other);
  const keys = mapKeysOf(one.text);
  return mapKeysOf(other.text).some((key) => keys.includes(key));
}

/** What is not known here counts as what the package usually has in it. */
const goodsOf = ({ found }: Part, open: OpenPackage): Pick<CodeClass, 'level' | 'units'> =>
  found?.goods ?? {
    level: open.contentsLevel ?? 1,
    units: open.capacity && open.maxContents ? Math.floor(open.capacity / open.maxContents) : 1,
  };

/** The package that is being filled. */
export function openOf([first, ...rest]: readonly Part[], ground: Ground): OpenPackage | undefined {
  if (!first) return undefined;
  const level = levelOf(first, ground);
  const before = first.found?.goods.units ?? 0;
  const each = level?.most_contents ? level.units / level.most_contents : 1;
  const open: OpenPackage = {
    ...{ code: keyOf(first), level: first.found?.goods.level ?? level?.level ?? 2, capacity: level?.units ?? null },
    ...{ contentsLevel: level?.contents_level ?? null, maxContents: level?.most_contents ?? null },
    ...{ before, contentsBefore: Math.floor(before / each), children: [] },
  };
  return { ...open, children: rest.map((part) => ({ code: keyOf(part), units: goodsOf(part, open).units })) };
}

/** A package label first, then what is packed into it, until it is full. */
export const packing: Gathering = {
  judge: (parts, next, ground): Verdict => {
    const open = openOf(parts, ground);
    const { found } = next;
    const wrong = (
      reason: 'still_open' | 'too_many' | 'skips_level' | 'not_a_package' | 'packed_elsewhere',
    ): Verdict => ({
      ...{ verdict: 'wrong', reason, goods: found?.goods ?? unknownGoods, overridable: false },
    });
    if (!open) {
      if (found && found.goods.level < 2) return wrong('not_a_package');
      const opened = openOf([next], ground);
      if (opened && isFull(opened)) return wrong('too_many');
      return found ? { verdict: 'good', goods: found.goods } : { verdict: 'unknown' };
    }
    const fit = fitOf(open, { code: found ? found.key : null, ...goodsOf(next, open), liesIn: null });
    const isRepeated = fit === 'repeated' || parts.some((part) => isSame(part, next));
    if (isRepeated) return { verdict: 'repeated' };
    if (fit !== 'fits') return wrong(fit);
    if (found?.goods.inside && !ground.manners.has('moving')) return wrong('packed_elsewhere');
    return found ? { verdict: 'good', goods: found.goods } : { verdict: 'unknown' };
  },
  countOf: (parts, ground) => {
    const open = openOf(parts, ground);
    return open && countOf(open);
  },
  isComplete: (parts, ground) => {
    const open = openOf(parts, ground);
    return open !== undefined && parts.length > 1 && isFull(open);
  },
  mayEnd: (parts, { head }) => parts.length > 1 && head.packaging?.remainder !== 'refused',
  contentOf: (parts, ground) => {
    const [first, ...rest] = parts as [Part, ...Part[]];
    const open = openOf(parts, ground);
    const remainder = open !== undefined && isShort(open);
    return { code: first.text, codes: rest.map(({ text }) => text), ...(remainder && { remainder }) };
  },
};

const unknownGoods: CodeClass = { product_id: null, lot: null, level: 1, units: 0, whole: true, held: false };
