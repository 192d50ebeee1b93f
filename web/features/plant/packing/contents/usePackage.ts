import { packageTree } from '@suyuan/contract/plant/packing.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';

/** Loads the packages around a code and its contents. If the text is no code, the error has the refusals. */
export const usePackage = (code: string | undefined) =>
  useQuery({
    queryKey: [packageTree.path, code],
    queryFn: ({ signal }) => call(packageTree, { code: code ?? '' }, { signal, showsRefusals: true }),
    enabled: code !== undefined && code !== '',
    retry: false,
    // Always refetched, because somebody else may just have packed something.
    staleTime: 0,
  });
