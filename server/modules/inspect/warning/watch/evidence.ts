import { isDeepStrictEqual } from 'node:util';
import type { Firing, SeenVisit } from '@suyuan/contract/inspect/consumer-warning.ts';
import { placeBasis, type Visit } from '../rules/visit.ts';
import { ends, maxVisits, regionOf, type Suspicion, seenVisit } from './judge.ts';

/** What a warning has kept of the visits that made its rule fire. */
export interface KeptEvidence {
  readonly id: number;
  readonly last_at: Date;
  readonly visits: readonly SeenVisit[];
  readonly firings: readonly Firing[];
}

/** The same with what was seen since. */
export interface Grown {
  readonly id: number;
  /** 1 if the rule fired for a visit that is new, 0 if only more is known of the old ones. */
  readonly again: 0 | 1;
  readonly last_at: string;
  readonly figures: Suspicion['cause']['figures'];
  readonly visits: readonly SeenVisit[];
  readonly firings: readonly Firing[];
  readonly region: string;
  readonly place_basis: ReturnType<typeof placeBasis>;
}

/** How many firings a warning keeps: the first and the last ones. */
export const maxFirings = 50;

/** Adds what a suspicion saw to what is kept; undefined if that has been known. */
export function grownBy(evidence: KeptEvidence, { cause, param }: Suspicion, now: Date): Grown | undefined {
  const { visits, figures } = cause;
  const last = visits.at(-1) as Visit;
  const lastAt = Math.max(...visits.map((visit) => visit.lastAt));
  const again = lastAt > evidence.last_at.getTime() ? 1 : 0;
  const visitsByKey = new Map([...evidence.visits, ...visits.map(seenVisit)].map((visit) => [keyOf(visit), visit]));
  const all = [...visitsByKey.values()].toSorted((a, b) => a.at.localeCompare(b.at));
  if (again === 0 && isDeepStrictEqual(ends(all, maxVisits), evidence.visits)) return undefined;
  const firing = { at: now.toISOString(), figures, version: param.version };
  return {
    id: evidence.id,
    again,
    last_at: new Date(lastAt).toISOString(),
    figures,
    visits: ends(all, maxVisits),
    // Without a new visit, the last firing is known better: its place was given afterwards.
    firings: ends([...(again === 1 ? evidence.firings : evidence.firings.slice(0, -1)), firing], maxFirings),
    region: regionOf(last),
    place_basis: placeBasis(visits),
  };
}

/** A visit stays the same one when scans are added to it, or its place becomes known. */
const keyOf = ({ at, code, device }: SeenVisit): string => `${at} ${code} ${device}`;
