import { mapNameOf } from '@suyuan/contract/base/province.ts';

export interface ProvinceScans {
  /** The name in the map. */
  readonly name: string;
  /** The name in the scans. */
  readonly region: string;
  readonly scanned: number;
}

/** Scans by province of the map, in descending order. Different names of the same province are added up. */
export function scansByProvince(
  rows: readonly { readonly province: string; readonly scanned: number }[],
): readonly ProvinceScans[] {
  const byProvince = new Map<string, ProvinceScans>();
  for (const { province, scanned } of rows) {
    const name = mapNameOf(province);
    if (name === undefined) continue;
    const before = byProvince.get(name);
    byProvince.set(name, { name, region: before?.region ?? province, scanned: scanned + (before?.scanned ?? 0) });
  }
  return [...byProvince.values()].sort((a, b) => b.scanned - a.scanned);
}
