import { type Circle, circleOfProvince, provinceCode } from '#platform/areas/province-reach.ts';
import { visitLength } from '#scans/scan-desk.ts';
import { type GivenPlace, regionOfPlace } from '../../given-place.ts';

/** The properties of a scan that rules use. */
export interface SeenScan {
  readonly codeId: number;
  readonly code: string;
  /** The time in epoch milliseconds. */
  readonly at: number;
  /** Which scan of its code it is, in the order in which they were recorded. */
  readonly nth: number;
  readonly verdict: string;
  /** Empty if no IP address is stored. */
  readonly network: string;
  readonly device: string;
  /** Of a scan: where its address is. Of a visit with a given place: where that is. */
  readonly province: string;
  readonly city: string;
  /** The place of purchase as given by the consumer. */
  readonly givenPlace: GivenPlace | null;
}

/** Scans of one code from one device within half an hour, which count as one person looking once. */
export interface Visit extends SeenScan {
  readonly scans: number;
  readonly lastAt: number;
  /** The moment on whose day it is counted. */
  readonly countedAt: number;
}

/** Groups scans into visits, in the order of their beginning. A place that the consumer gave counts for where the visit was. */
export function visitsOf(scans: readonly SeenScan[]): Visit[] {
  const visits: { -readonly [K in keyof Visit]: Visit[K] }[] = [];
  const latest = new Map<string, (typeof visits)[number]>();
  const countedAt = countedWhen(scans);
  for (const scan of scans.toSorted((a, b) => a.at - b.at)) {
    const open = latest.get(whoLooked(scan));
    if (open && scan.at - open.at < visitLength) {
      open.scans += 1;
      open.lastAt = scan.at;
      if (!open.givenPlace && scan.givenPlace)
        Object.assign(open, withGivenPlace(scan), { countedAt: countedAt(scan) });
      continue;
    }
    const visit = { ...scan, ...withGivenPlace(scan), scans: 1, lastAt: scan.at, countedAt: countedAt(scan) };
    visits.push(visit);
    latest.set(whoLooked(scan), visit);
  }
  return visits;
}

const whoLooked = ({ codeId, network, device, city }: SeenScan): string =>
  `${codeId} ${network} ${device} ${network === '' ? city : ''}`;

/** The place that a consumer gave with a scan, and its region, which counts before that of the address. */
const withGivenPlace = (scan: SeenScan): Partial<SeenScan> =>
  scan.givenPlace ? { givenPlace: scan.givenPlace, ...regionOfPlace(scan.givenPlace, scan) } : {};

/**
 * The moment on whose day each scan is counted: its own, unless one of the same visit was recorded before it. What comes in late
 * changes nothing of what was counted, and a visit over midnight is counted on one day, whichever of its scans came in first.
 */
export function countedWhen(scans: readonly SeenScan[]): (scan: SeenScan) => number {
  const firsts = new Map<string, number[]>();
  const moments = new Map<SeenScan, number>();
  for (const scan of scans.toSorted((a, b) => a.nth - b.nth)) {
    const times = firsts.getOrInsertComputed(whoLooked(scan), () => []);
    const first = times.find((at) => Math.abs(scan.at - at) < visitLength);
    if (first === undefined) times.push(scan.at);
    moments.set(scan, first ?? scan.at);
  }
  return (scan) => moments.get(scan) ?? scan.at;
}

/** The accuracy of a given place, in kilometres. */
const givenReach = 2;

/** Where a visit was: the given place, else the province of the IP address; undefined if unknown. */
export function reachOf({ givenPlace, province }: Pick<Visit, 'givenPlace' | 'province'>): Circle | undefined {
  return givenPlace ? { ...givenPlace, radius: givenReach } : circleOfProvince(province);
}

/** The province of a visit; undefined if it is unknown, or if the given place may be in several. */
export const provinceOfVisit = ({ province }: Pick<Visit, 'province'>): string | undefined => provinceCode(province);

/** Where a visit was, in words: a given place outside of all provinces by its position. */
export const placeOfVisit = ({ givenPlace, province }: Pick<Visit, 'givenPlace' | 'province'>): string =>
  province || (givenPlace ? `${givenPlace.latitude}, ${givenPlace.longitude}` : '');

export const placeBasis = (visits: readonly Visit[]): 'told' | 'address' | 'none' => {
  if (visits.some(({ givenPlace }) => givenPlace !== null)) return 'told';
  return visits.some(({ province }) => province !== '') ? 'address' : 'none';
};
