import { useQuery } from '@tanstack/react-query';
import { areasByParent } from '../../contract/base-areas.ts';
import { call } from '../api/call.ts';

const wholeTree = { depth: 3 };

/** All provinces, cities and counties. They change with a release of the server, so they are asked for once. */
export const useAreas = () =>
  useQuery({
    queryKey: [areasByParent.path, wholeTree],
    queryFn: ({ signal }) => call(areasByParent, wholeTree, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The code of an area's province, of its city and its own, as far as it has them. */
export function areaPath(code: string): string[] {
  const [province, city] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`];
  return [...new Set([province, city, code])];
}
