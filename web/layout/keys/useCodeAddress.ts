import { useCallback } from 'react';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';

/**
 * Returns a function for the path that looks up a code: in the code query, or else in packages; undefined without permission
 * for either.
 */
export function useCodeAddress(): (code: string) => string | undefined {
  const can = useCan();
  const addressOf = useAddresses();
  return useCallback(
    (code) => {
      if (can('rulenews')) return addressOf('rulenews', `${new URLSearchParams({ codes: code })}`);
      if (can('relevance')) return addressOf('relevance', `${new URLSearchParams({ tab: 'search', code })}`);
      return undefined;
    },
    [can, addressOf],
  );
}
