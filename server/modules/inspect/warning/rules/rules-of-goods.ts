import { day, hour } from '@suyuan/contract/durations.ts';
import type { PlaceKind } from '@suyuan/contract/trace/states.ts';
import { areaOfRegion, areasMeet } from '#platform/areas/areas.ts';
import { provincesAround } from '#platform/areas/province-reach.ts';
import { type DealersPart, isBeforeShipping } from '#trace/state/genuine-step.ts';
import { enough, type Rule, within } from './rule.ts';
import { placeOfVisit, reachOf, type Visit } from './visit.ts';

/** Rules that compare visits with what events say about the goods. */

/** The areas that a visit may have been in; none if unknown. */
function areasOfVisit(visit: Visit): readonly string[] {
  const reach = visit.givenPlace && reachOf(visit);
  if (reach) return provincesAround(reach);
  const area = areaOfRegion(visit);
  return area === undefined ? [] : [area];
}

/** Whether a visit was certainly outside of all areas. An unknown place is not outside. */
const isOutside = (visit: Visit, areas: readonly string[]): boolean => {
  const places = areasOfVisit(visit);
  return places.length > 0 && !places.some((one) => areas.some((area) => areasMeet(one, area)));
};

/**
 * 窜货. One visit suffices if the consumer gave the place. If places are only known from IP addresses, visits from several
 * networks are required, because phones often have addresses of other provinces.
 */
export const outsideAreaRule: Rule<'outside_area'> = {
  name: 'outside_area',
  needsFacts: true,
  evaluate(visits, facts, { visits: least, days }) {
    const sold = facts?.sold;
    if (!sold || sold.areas.length === 0) return null;
    const since = within(visits, days * day).filter(({ at }) => at >= sold.shippedAt.getTime());
    const outside = since.filter((visit) => isOutside(visit, sold.areas));
    const visitsWithPlace = outside.filter((visit) => visit.givenPlace !== null);
    const networks = new Set(outside.map(({ network, device }) => network || device));
    if (visitsWithPlace.length === 0 && networks.size < least) return null;
    const names = [...new Set(outside.map(placeOfVisit))].join('、');
    return {
      figures: {
        outside: outside.length,
        visits: since.length,
        told: visitsWithPlace.length,
        names,
        dealer_id: sold.dealerId,
      },
      visits: outside,
    };
  },
};

const back = 'refund';

/** Whether no consumer can have goods at a place: they were not shipped, or have come back. */
export const isOfNoConsumer = (kind: PlaceKind, part: DealersPart): boolean =>
  isBeforeShipping(kind, part) || kind === back;

export const beforeShippingRule: Rule<'before_shipping'> = {
  name: 'before_shipping',
  needsFacts: true,
  evaluate(visits, facts, { visits: least, hours }) {
    if (!facts?.at || !isBeforeShipping(facts.at.kind, facts.at.part)) return null;
    const since = facts.at.since.getTime();
    return enough(
      visits.filter(({ at }) => at - since >= hours * hour),
      least,
      { place: facts.at.kind, since: facts.at.since.toISOString() },
    );
  },
};

export const afterReturnRule: Rule<'after_return'> = {
  name: 'after_return',
  needsFacts: true,
  evaluate(visits, facts, { visits: least, hours }) {
    if (facts?.at?.kind !== back) return null;
    const since = facts.at.since.getTime();
    return enough(
      visits.filter(({ at }) => at - since >= hours * hour),
      least,
      { since: facts.at.since.toISOString() },
    );
  },
};

/** Whether a visit is more than `days` after the expiry date. The day itself is still valid, in every time zone. */
export const isOver = (date: string, at: number, days = 0): boolean => at >= Date.parse(date) + (days + 2) * day;

export const afterExpiryRule: Rule<'after_expiry'> = {
  name: 'after_expiry',
  needsFacts: true,
  evaluate(visits, facts, { visits: least, days }) {
    const date = facts?.expiryDate;
    if (!date) return null;
    return enough(
      visits.filter(({ at }) => isOver(date, at, days)),
      least,
      { expiry_date: date },
    );
  },
};

const ends = ['sampled', 'destroyed', 'inactive'];

export const destroyedSeenRule: Rule<'destroyed_seen'> = {
  name: 'destroyed_seen',
  needsFacts: true,
  evaluate(visits, facts, { visits: least }) {
    if (!facts || !ends.includes(facts.life)) return null;
    return enough(
      visits.filter(({ at }) => at > facts.lastEventAt),
      least,
      { life: facts.life, since: new Date(facts.lastEventAt).toISOString() },
    );
  },
};

/** Goods that are called back or held, seen for so long after that everybody should have known. */
const seenHeld =
  <R extends 'recalled_seen' | 'held_seen'>(kind: 'recall' | 'quality_hold'): Rule<R>['evaluate'] =>
  (visits, facts, { visits: least, hours }) => {
    const held = facts?.held[kind];
    if (!held) return null;
    const since = held.since.getTime();
    return enough(
      visits.filter(({ at }) => at - since >= hours * hour),
      least,
      { no: held.no, since: held.since.toISOString() },
    );
  };

export const recalledSeenRule: Rule<'recalled_seen'> = {
  name: 'recalled_seen',
  needsFacts: true,
  evaluate: seenHeld('recall'),
};

export const heldSeenRule: Rule<'held_seen'> = {
  name: 'held_seen',
  needsFacts: true,
  evaluate: seenHeld('quality_hold'),
};
