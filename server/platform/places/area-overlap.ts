import { areaCodeFrom, areaSpan } from './areas.ts';
import { provinceCode } from './province-reach.ts';

/** Whether two areas have ground in common: one lies in the other, or they are the same. */
export const areasMeet = (a: string, b: string): boolean =>
  areaSpan(a).within.includes(b) || areaSpan(b).within.includes(a);

/** The area of a region in words, as exactly as it is known; undefined for what is none in China. */
export const areaOfRegion = ({ province, city }: { readonly province: string; readonly city: string }) =>
  areaCodeFrom(`${province} ${city}`) ?? provinceCode(province);
