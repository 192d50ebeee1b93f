import type { Gathering, Part, Verdict } from './act.ts';
import { isSame, openOf } from './packing-rules.ts';

/** A package first, then what is counted in it, until somebody says that this is all. */
export const comparing: Gathering = {
  judge: (parts, next): Verdict => {
    const [box] = parts;
    const { found } = next;
    const wrong = (reason: 'not_a_package' | 'other_package'): Verdict =>
      found ? { verdict: 'wrong', reason, goods: found.goods, overridable: false } : { verdict: 'unknown' };
    if (!box && found && found.goods.level < 2) return wrong('not_a_package');
    if (parts.some((part) => isSame(part, next))) return { verdict: 'repeated' };
    if (box?.found && found && found.goods.level >= box.found.goods.level) return wrong('other_package');
    return found ? { verdict: 'good', goods: found.goods } : { verdict: 'unknown' };
  },
  countOf: (parts, ground) => {
    const open = openOf(parts.slice(0, 1), ground);
    return open && { there: parts.length - 1, most: parts[0]?.found ? open.contentsBefore : null };
  },
  isComplete: () => false,
  mayEnd: (parts) => parts.length > 1,
  contentOf: (parts) => {
    const [box, ...rest] = parts as [Part, ...Part[]];
    return { code: box.text, codes: rest.map(({ text }) => text) };
  },
};
