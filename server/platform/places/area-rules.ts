import { badInput, type Problem } from '../refusal.ts';
import { areaOf } from './areas.ts';

/** What is wrong with an area: its digits may be those of none. */
export const areaProblems = ({ area_code }: { area_code?: string | null }): Problem[] =>
  area_code && !areaOf(area_code) ? [{ path: 'area_code', reason: 'no_such_area' }] : [];

/** For rows of which only the area can be wrong. */
export function requireArea({ input }: { readonly input: { area_code?: string | null } }): void {
  const problems = areaProblems(input);
  if (problems.length > 0) throw badInput(...problems);
}
