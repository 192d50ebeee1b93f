import { useQuery } from '@tanstack/react-query';
import { areasByParent } from '../../../contract/base/area.ts';
import { call } from '../../core/api/call.ts';

const wholeTree = { depth: 3 };

/** All provinces, cities and counties. They change with a release of the server, so they are asked for once. */
export const useAreas = () =>
  useQuery({
    queryKey: [areasByParent.path, wholeTree],
    queryFn: ({ signal }) => call(areasByParent, wholeTree, { signal, background: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
