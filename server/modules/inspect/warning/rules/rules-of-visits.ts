import { day, hour } from '@suyuan/contract/durations.ts';
import { minKilometres } from '#platform/areas/province-reach.ts';
import { enough, type Rule, within } from './rule.ts';
import { placeOfVisit, reachOf, type Visit } from './visit.ts';

/** Rules that judge visits alone: their number, places and speed. */

export const visitsRule: Rule<'visits'> = {
  name: 'visits',
  ofItems: true,
  evaluate: (visits, _, { visits: least, days }) => enough(within(visits, days * day), least, { days }),
};

export const provincesRule: Rule<'provinces'> = {
  name: 'provinces',
  ofItems: true,
  evaluate(visits, _, { provinces: least, days }) {
    const visitsInProvinces = within(visits, days * day).filter(({ province }) => province !== '');
    const provinces = new Set(visitsInProvinces.map(({ province }) => province.slice(0, 2)));
    if (provinces.size < least) return null;
    const names = [...new Set(visitsInProvinces.map(({ province }) => province))].join('、');
    return {
      figures: { provinces: provinces.size, names, visits: visitsInProvinces.length, days },
      visits: visitsInProvinces,
    };
  },
};

interface Leg {
  readonly from: Visit;
  readonly to: Visit;
  readonly km: number;
  readonly hours: number;
}

/**
 * Impossible speed between two visits, so there is more than one bottle. Distances are lower bounds, for provinces those between
 * their circles.
 */
export const travelRule: Rule<'travel'> = {
  name: 'travel',
  ofItems: true,
  evaluate(visits, _, { km: least, km_per_hour, days }) {
    const visitsWithReach = within(visits, days * day).filter((visit) => reachOf(visit) !== undefined);
    const legs = visitsWithReach.slice(1).map((to, index) => legOf(visitsWithReach[index] as Visit, to));
    const impossible = legs.filter(({ km, hours }) => km >= least && km > km_per_hour * hours);
    const [worst] = impossible.toSorted((a, b) => b.km - a.km);
    if (!worst) return null;
    const minutes = Math.round(worst.hours * 60);
    return {
      figures: { km: Math.round(worst.km), minutes, from: placeOfVisit(worst.from), to: placeOfVisit(worst.to) },
      visits: [worst.from, worst.to],
    };
  },
};

function legOf(from: Visit, to: Visit): Leg {
  const [a, b] = [reachOf(from), reachOf(to)];
  // From the end of the first visit to the beginning of the second.
  const hours = Math.max(0, to.at - from.lastAt) / hour;
  return { from, to, km: a && b ? minKilometres(a, b) : 0, hours };
}
