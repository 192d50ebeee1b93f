import { areasByParent } from '@suyuan/contract/base/area.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

const wholeTree = { depth: 3 };

/** All provinces, cities and counties. They are fetched once, because they change only with a release of the server. */
export const useAreas = () =>
  useQuery({
    queryKey: [areasByParent.path, wholeTree],
    queryFn: ({ signal }) => call(areasByParent, wholeTree, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
