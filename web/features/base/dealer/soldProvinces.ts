import { mapNameOf } from '@suyuan/contract/base/province.ts';

/** Whether a province belongs to a sales territory entirely or partly. */
export type Coverage = 'whole' | 'part';

/** The provinces of a sales territory, by their names on the map. */
export function soldProvinces(
  areas: readonly string[],
  provinces: readonly { readonly code: string; readonly name: string }[],
): ReadonlyMap<string, Coverage> {
  const nameOf = new Map(provinces.map(({ code, name }) => [code, mapNameOf(name)]));
  const coverages = new Map<string, Coverage>();
  for (const code of areas) {
    const province = `${code.slice(0, 2)}0000`;
    const name = nameOf.get(province);
    if (name !== undefined && coverages.get(name) !== 'whole')
      coverages.set(name, code === province ? 'whole' : 'part');
  }
  return coverages;
}
