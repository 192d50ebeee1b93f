import { mapNameOf } from '../../../../contract/base/province.ts';

export interface ProvinceScans {
  /** As the map has it. */
  readonly name: string;
  /** As the scans have it. */
  readonly region: string;
  readonly scanned: number;
}

/** Scans by province of the map, most first. The same province under two names counts as one. */
export function scansByProvince(
  rows: readonly { readonly province: string; readonly scanned: number }[],
): readonly ProvinceScans[] {
  const found = new Map<string, ProvinceScans>();
  for (const { province, scanned } of rows) {
    const name = mapNameOf(province);
    if (name === undefined) continue;
    const before = found.get(name);
    found.set(name, { name, region: before?.region ?? province, scanned: scanned + (before?.scanned ?? 0) });
  }
  return [...found.values()].sort((a, b) => b.scanned - a.scanned);
}
