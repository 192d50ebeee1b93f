import {
  type Circle,
  circleOfProvince,
  oneProvince,
  provinceCode,
} from '../../../../platform/places/province-reach.ts';
import { visitLength } from '../../../../scans/own-scans.ts';

/** A scan as rules see it. */
export interface SeenScan {
  readonly codeId: number;
  readonly code: string;
  /** Milliseconds. */
  readonly at: number;
  readonly verdict: string;
  /** Empty where no address is kept. */
  readonly network: string;
  readonly device: string;
  readonly province: string;
  readonly city: string;
  /** Where the consumer says it was bought. */
  readonly told: { readonly latitude: number; readonly longitude: number } | null;
}

/** Scans of one code from one device within half an hour: one person who looks, however often. */
export interface Visit extends SeenScan {
  readonly scans: number;
  readonly lastAt: number;
}

/** The visits that scans make, in the order in which they began. */
export function visitsOf(scans: readonly SeenScan[]): Visit[] {
  const visits: { -readonly [K in keyof Visit]: Visit[K] }[] = [];
  const latest = new Map<string, (typeof visits)[number]>();
  for (const scan of scans.toSorted((a, b) => a.at - b.at)) {
    const who = `${scan.codeId} ${scan.network} ${scan.device} ${scan.network === '' ? scan.city : ''}`;
    const open = latest.get(who);
    if (open && scan.at - open.at < visitLength) {
      open.scans += 1;
      open.lastAt = scan.at;
      open.told ??= scan.told;
      continue;
    }
    const visit = { ...scan, scans: 1, lastAt: scan.at };
    visits.push(visit);
    latest.set(who, visit);
  }
  return visits;
}

/** A told place is exact to a kilometre or so. */
const toldReach = 2;

/** Where a visit was: as it was told, else anywhere in the province that the address is of; undefined when nobody knows. */
export function reachOf({ told, province }: Pick<Visit, 'told' | 'province'>): Circle | undefined {
  return told ? { ...told, radius: toldReach } : circleOfProvince(province);
}

/** The province of a visit; undefined where nobody knows, or where the place that was told may lie in several. */
export function provinceOfVisit({ told, province }: Pick<Visit, 'told' | 'province'>): string | undefined {
  const byAddress = provinceCode(province);
  return told ? oneProvince({ ...told, radius: toldReach }, byAddress) : byAddress;
}

export const placeBasis = (visits: readonly Visit[]): 'told' | 'address' | 'none' => {
  if (visits.some(({ told }) => told !== null)) return 'told';
  return visits.some(({ province }) => province !== '') ? 'address' : 'none';
};
