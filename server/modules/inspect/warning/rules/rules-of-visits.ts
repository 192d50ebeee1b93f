import { leastKilometres } from '../../../../platform/places/province-reach.ts';
import { day, enough, hour, type Rule, within } from './rule.ts';
import { reachOf, type Visit } from './visit.ts';

/** What visits alone tell: how many, where, and how soon one after the other. */

export const visitsRule: Rule<'visits'> = {
  name: 'visits',
  evaluate: (visits, _, { visits: least, days }) => enough(within(visits, days * day), least, { days }),
};

export const provincesRule: Rule<'provinces'> = {
  name: 'provinces',
  evaluate(visits, _, { provinces: least, days }) {
    const placed = within(visits, days * day).filter(({ province }) => province !== '');
    const provinces = new Set(placed.map(({ province }) => province.slice(0, 2)));
    if (provinces.size < least) return null;
    const names = [...new Set(placed.map(({ province }) => province))].join('、');
    return { figures: { provinces: provinces.size, names, visits: placed.length, days }, visits: placed };
  },
};

interface Leg {
  readonly from: Visit;
  readonly to: Visit;
  readonly km: number;
  readonly hours: number;
}

/**
 * Nobody travels so fast: so it is not one bottle. Distances are the least there can be between places, which for provinces
 * is from border to border, or less.
 */
export const travelRule: Rule<'travel'> = {
  name: 'travel',
  evaluate(visits, _, { km: least, km_per_hour, days }) {
    const placed = within(visits, days * day).filter((visit) => reachOf(visit) !== undefined);
    const legs = placed.slice(1).map((to, index) => legOf(placed[index] as Visit, to));
    const impossible = legs.filter(({ km, hours }) => km >= least && km > km_per_hour * hours);
    const [worst] = impossible.toSorted((a, b) => b.km - a.km);
    if (!worst) return null;
    const minutes = Math.round(worst.hours * 60);
    return {
      figures: { km: Math.round(worst.km), minutes, from: worst.from.province, to: worst.to.province },
      visits: [worst.from, worst.to],
    };
  },
};

function legOf(from: Visit, to: Visit): Leg {
  const [a, b] = [reachOf(from), reachOf(to)];
  // From the end of the one to the beginning of the other.
  const hours = Math.max(0, to.at - from.lastAt) / hour;
  return { from, to, km: a && b ? leastKilometres(a, b) : 0, hours };
}
