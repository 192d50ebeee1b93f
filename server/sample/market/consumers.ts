import { day, hour } from '@suyuan/contract/durations.ts';
import type { Random } from '@suyuan/simulator/random.ts';
import { areaOfRegion } from '#platform/areas/areas.ts';
import type { Services } from '#platform/services.ts';
import type { ScanDesk } from '#scans/scan-desk.ts';
import { userAgents } from '../base/catalogue.ts';
import type { ShippedMonth } from './shipping.ts';
import type { SoldCases } from './sold-cases.ts';

interface Parts {
  readonly desk: ScanDesk;
  readonly random: Random;
  readonly printed: (code: number) => string;
  /** IP addresses by the first two digits of the area that the region data assign to them. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  /** The first two digits of each dealer's area of sale, by the dealer's code. */
  readonly provinces: ReadonlyMap<string, string>;
}

interface Look {
  readonly unit: number;
  readonly address: string;
  readonly at: number;
}

/** How many bottles of each sale a consumer scans, once, where they are sold. */
const looksPerSale = 10;

/**
 * Scans of goods that were made this month. Most are normal, with three exceptions: a dealer sells elsewhere, a code was copied,
 * and bottles appear of a pallet that never left the warehouse.
 */
export async function scanSoldGoods(parts: Parts, { sold, stored }: ShippedMonth): Promise<void> {
  const looks = [
    ...sold.flatMap((sale) => usual(parts, sale)),
    ...diverted(parts, sold),
    ...copied(parts, sold),
    ...stolen(parts, stored),
  ].filter(({ at }) => at < Date.now());
  for (const { unit, address, at } of looks.toSorted((a, b) => a.at - b.at)) {
    await parts.desk.scan(parts.printed(unit), { ip: address, userAgent: userAgents[0] as string }, new Date(at));
  }
}

function usual({ random, addresses, provinces }: Parts, { dealerCode, cases, arrivedAt }: SoldCases): Look[] {
  const near = addresses.get(provinces.get(dealerCode) ?? '') ?? [];
  if (near.length === 0) return [];
  // The first cases are left for the incidents below, the last ones may be returned.
  return cases.slice(2, 2 + looksPerSale).map(({ units }) => ({
    unit: units[0] as number,
    address: random.pick(near),
    at: arrivedAt + hour + random.below(4 * day),
  }));
}

/** Six bottles sold to one dealer are scanned in Guangdong, each by two people. */
function diverted({ addresses, provinces }: Parts, sold: readonly SoldCases[]): Look[] {
  const sale = sold.find(({ dealerCode }) => ['14', '21', '13'].includes(provinces.get(dealerCode) ?? ''));
  const away = addresses.get('44') ?? [];
  return (sale?.cases[0]?.units ?? []).slice(0, 6).flatMap((unit, at) =>
    [0, 1].map((again) => ({
      unit,
      address: away[(2 * at + again) % away.length] as string,
      at: (sale?.arrivedAt ?? 0) + (1 + at) * 3 * hour + again * 20 * hour,
    })),
  );
}

/** Six provinces far apart, where a copied code is scanned on different days. */
const copies = ['31', '44', '51', '37', '11', '33'] as const;

function copied({ addresses }: Parts, sold: readonly SoldCases[]): Look[] {
  const sale = sold[2];
  const unit = sale?.cases[0]?.units[1];
  if (!sale || unit === undefined) return [];
  return copies.map((province, at) => ({
    unit,
    address: (addresses.get(province) ?? [])[0] as string,
    at: sale.arrivedAt + (at + 1) * 12 * hour,
  }));
}

/** Bottles of a pallet that has been in the warehouse for days. */
function stolen({ addresses }: Parts, codes: readonly number[]): Look[] {
  const near = addresses.get('43') ?? addresses.get('44') ?? [];
  return codes
    .slice(0, 40)
    .filter((_, at) => at % 8 === 0)
    .map((unit, at) => ({
      unit,
      address: near[at % near.length] as string,
      at: Date.now() - (5 - at) * 9 * hour - hour,
    }));
}

/** The most addresses that are tried, since the smallest provinces have few. */
const maxTried = 400_000;

/** Random addresses by province according to the region data, `each` per province. */
export function addressesByProvince({ regions }: Services, random: Random, each: number): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (let tries = 0; tries < maxTried && !isFull(addresses, each); tries++) {
    const address = [1 + random.below(222), random.below(256), random.below(256), 1 + random.below(254)].join('.');
    const region = regions.find(address);
    const area = region.country === '中国' ? areaOfRegion(region)?.slice(0, 2) : undefined;
    if (area === undefined) continue;
    const addressesOfArea = addresses.getOrInsertComputed(area, () => []);
    // Each is in a different network.
    if (addressesOfArea.length < each) addressesOfArea.push(address);
  }
  return addresses;
}

const provincesOfChina = 31;
const isFull = (addresses: ReadonlyMap<string, readonly string[]>, each: number): boolean =>
  addresses.size >= provincesOfChina && [...addresses.values()].every(({ length }) => length >= each);
