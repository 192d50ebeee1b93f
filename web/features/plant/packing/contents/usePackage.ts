import { useQuery } from '@tanstack/react-query';
import { packageTree } from '../../../../../contract/plant/packing.ts';
import { call } from '../../../../core/api/call.ts';

/** What a code lies in and what lies in it. The refusals of a text that is no code are in the error. */
export const usePackage = (code: string | undefined) =>
  useQuery({
    queryKey: [packageTree.path, code],
    queryFn: ({ signal }) => call(packageTree, { code: code ?? '' }, { signal, showsRefusals: true }),
    enabled: code !== undefined && code !== '',
    retry: false,
    // What was packed a moment ago by somebody else is seen.
    staleTime: 0,
  });
