import { badInput, type Problem } from '../refusal.ts';
import { areaOf } from './areas.ts';

/** The problem if an area code has the right form but does not exist. */
export const areaProblems = ({ area_code }: { area_code?: string | null }): Problem[] =>
  area_code && !areaOf(area_code) ? [{ path: 'area_code', reason: 'no_such_area' }] : [];

/** Throws 400 if the area code of a row does not exist. */
export function requireArea({ input }: { readonly input: { area_code?: string | null } }): void {
  const problems = areaProblems(input);
  if (problems.length > 0) throw badInput(...problems);
}
