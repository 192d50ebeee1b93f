import { areaCodeFrom, areaSpan } from './areas.ts';
import { provinceCode } from './province-reach.ts';

/** Whether two areas are the same, or one contains the other. */
export const areasMeet = (a: string, b: string): boolean =>
  areaSpan(a).within.includes(b) || areaSpan(b).within.includes(a);

/** The code of the smallest known area of a region; undefined outside of China. */
export const areaOfRegion = ({ province, city }: { readonly province: string; readonly city: string }) =>
  areaCodeFrom(`${province} ${city}`) ?? provinceCode(province);
