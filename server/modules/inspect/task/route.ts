import { centreOfProvince, minKilometres } from '#platform/areas/province-reach.ts';

/** A short route over some places. Distances are as the crow flies: which road is free, the inspector knows better. */

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

interface Placed {
  readonly latitude?: number | string | null | undefined;
  readonly longitude?: number | string | null | undefined;
  readonly area_code?: string | null | undefined;
}

/** Where a stop is: its position, else the centre of its province; undefined if neither is known. */
export function pointOf({ latitude, longitude, area_code }: Placed): Point | undefined {
  if (latitude != null && longitude != null) return { latitude: Number(latitude), longitude: Number(longitude) };
  return area_code ? centreOfProvince(`${area_code.slice(0, 2)}0000`) : undefined;
}

export const kilometres = (a: Point, b: Point): number => minKilometres({ ...a, radius: 0 }, { ...b, radius: 0 });

/**
 * The indices of the points in the order of a short open route: from each point as the start, always on to the nearest one that is
 * left, then with any stretch turned round that makes the route shorter (2-opt). The shortest of these is taken.
 */
export function shortRoute(points: readonly Point[]): number[] {
  const between = points.map((a) => points.map((b) => kilometres(a, b)));
  const km = (a: number, b: number) => between[a]?.[b] ?? 0;
  const lengthOf = (route: readonly number[]) =>
    route.slice(1).reduce((sum, at, index) => sum + km(route[index] as number, at), 0);
  const routes = points.map((_, start) => untangled(nearestFirst(start, points.length, km), km));
  const [best = []] = routes.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  return best;
}

type Distance = (a: number, b: number) => number;

function nearestFirst(start: number, count: number, km: Distance): number[] {
  const route = [start];
  const left = new Set(Array.from({ length: count }, (_, index) => index).filter((index) => index !== start));
  while (left.size > 0) {
    const here = route.at(-1) as number;
    const next = [...left].reduce((best, at) => (km(here, at) < km(here, best) ? at : best));
    route.push(next);
    left.delete(next);
  }
  return route;
}

/** Turns stretches of the route round as long as that makes it shorter by more than a rounding error. */
function untangled(route: number[], km: Distance): number[] {
  let best = route;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let from = 0; from < best.length - 1; from++) {
      for (let to = from + 1; to < best.length; to++) {
        if (gainOf(best, from, to, km) <= 1e-9) continue;
        best = [...best.slice(0, from), ...best.slice(from, to + 1).reverse(), ...best.slice(to + 1)];
        isShorter = true;
      }
    }
  }
  return best;
}

/** How much shorter the route is with its stretch turned round; only the two ends of the stretch change. */
function gainOf(route: readonly number[], from: number, to: number, km: Distance): number {
  const [before, first, last, after] = [route[from - 1], route[from] as number, route[to] as number, route[to + 1]];
  const length = (a: number, b: number) =>
    (before === undefined ? 0 : km(before, a)) + (after === undefined ? 0 : km(b, after));
  return length(first, last) - length(last, first);
}
