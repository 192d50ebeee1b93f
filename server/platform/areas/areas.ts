import { areaList } from '@vant/area-data';
import { type CellParser, spelled } from '../imports/lines/columns.ts';
import { badInput, type Problem } from '../refusal.ts';
import { provinceCode } from './province-reach.ts';

/** A province (1), city (2) or county (3) of China, with its code of GB/T 2260. */
export interface Area {
  readonly code: string;
  readonly name: string;
  readonly level: 1 | 2 | 3;
}

/** Counties that the package still has, though they were merged into others in 2020 and 2021. */
const dissolvedCounties: ReadonlySet<string> = new Set(['320611', '350402', '370634']);

const byCode = new Map<string, Area>(
  [areaList.province_list, areaList.city_list, areaList.county_list].flatMap((names, index) =>
    Object.entries(names)
      .filter(([code]) => !dissolvedCounties.has(code))
      .map(([code, name]) => [code, { code, name, level: (index + 1) as Area['level'] }]),
  ),
);

/** The code of the area that contains an area; empty for provinces. */
function parentCodeOf({ code, level }: Area): string {
  return level === 1 ? '' : level === 2 ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
}

const byParent = Map.groupBy(byCode.values(), parentCodeOf);

export const areaOf = (code: string): Area | undefined => byCode.get(code);

/** The direct children of an area; the provinces for an empty code. */
export const areasBelow = (code: string): readonly Area[] => byParent.get(code) ?? [];

/** The codes of an area's province, its city and itself, as far as they exist. */
function areaPath(code: string): string[] {
  const area = byCode.get(code);
  return area ? pathOf(area).map((step) => step.code) : [code];
}

/** The codes of an area and its ancestors, and the range of the codes within it. */
export function areaSpan(code: string): { within: string[]; first: string; last: string } {
  const digits = code.replace(/(00){1,2}$/, '');
  return { within: areaPath(code), first: code, last: digits.padEnd(6, '9') };
}

/** Removes areas that lie within other areas of the set; sorted by code. */
export function withoutNested(codes: readonly string[]): string[] {
  const all = new Set(codes);
  const isNested = (code: string) => areaSpan(code).within.some((above) => above !== code && all.has(above));
  return [...all].filter((code) => !isNested(code)).sort();
}

/** An area and its ancestors, the province first. */
function pathOf(area: Area): Area[] {
  const parent = byCode.get(parentCodeOf(area));
  return parent ? [...pathOf(parent), area] : [area];
}

/** The code of the province of an area. */
export const provinceOfArea = (code: string): string => `${code.slice(0, 2)}0000`;

/** The name of the province of an area. */
export const provinceName = (code: string): string => areaName(provinceOfArea(code));

/** Whether a level only completes the tree: the city of a municipality, or the parent of counties directly below a province. */
const isFiller = ({ name, level }: Area, province: Area | undefined): boolean =>
  level === 2 && (name === province?.name || /^县$|^省直辖|直辖县级行政区划$/.test(name));

/** The full name of an area, such as 浙江省 杭州市 西湖区; the code itself if it does not exist. */
export function areaName(code: string): string {
  const area = byCode.get(code);
  if (!area) return code;
  const path = pathOf(area);
  const steps = path.filter((step) => step === area || !isFiller(step, path[0]));
  return steps.map(({ name }) => name).join(' ');
}

let byWords: ReadonlyMap<string, string> | undefined;

/** Parses an area written as a code or in words (浙江省 杭州市, 浙江省/杭州市); undefined if there is no such area. */
export function areaCodeFrom(text: string): string | undefined {
  const words = text.replace(/[\s/,，、>-]+/g, '');
  if (byCode.has(words)) return words;
  byWords ??= new Map([...byCode.keys()].map((code) => [areaName(code).replaceAll(' ', ''), code]));
  return ['', '省', '市'].map((kind) => byWords?.get(words + kind)).find((code) => code !== undefined);
}

/** Parses the cells of areas in files: codes or words. */
export const areaParser: CellParser<string> = { columns: ['area_name'], read: spelled(areaCodeFrom) };

/** Whether two areas are the same, or one contains the other. */
export const areasMeet = (a: string, b: string): boolean =>
  areaSpan(a).within.includes(b) || areaSpan(b).within.includes(a);

/** The code of the smallest known area of a region; undefined outside of China. */
export const areaOfRegion = ({ province, city }: { readonly province: string; readonly city: string }) =>
  areaCodeFrom(`${province} ${city}`) ?? provinceCode(province);

/** The problem if an area code has the right form but does not exist. */
export const areaProblems = ({ area_code }: { area_code?: string | null }): Problem[] =>
  area_code && !areaOf(area_code) ? [{ path: 'area_code', reason: 'no_such_area' }] : [];

/** Throws 400 if the area code of a row does not exist. */
export function requireArea({ input }: { readonly input: { area_code?: string | null } }): void {
  const problems = areaProblems(input);
  if (problems.length > 0) throw badInput(...problems);
}
