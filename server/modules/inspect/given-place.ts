import { provinceName } from '#platform/areas/areas.ts';
import { provinceAt } from '#platform/areas/province-outlines.ts';
import { oneProvince, provinceCode } from '#platform/areas/province-reach.ts';

/** The place where a consumer says that goods were bought, in degrees. */
export interface GivenPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** The accuracy of such a place, in kilometres. */
const reach = 2;

/**
 * The region of a place that a consumer gave, which counts before that of the address: its province by the outlines of the map,
 * just off them the one that it can only be; empty if there is none.
 */
export function regionOfPlace(
  place: GivenPlace,
  byAddress: { readonly province: string },
): { readonly province: string; readonly city: string } {
  const code = provinceAt(place) ?? oneProvince({ ...place, radius: reach }, provinceCode(byAddress.province));
  return { province: code === undefined ? '' : provinceName(code), city: '' };
}
