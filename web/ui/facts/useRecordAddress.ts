import { type Referred, whereShown } from '@suyuan/contract/thing/referred.ts';
import { useCallback } from 'react';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';

/** Returns a function for the path of a record by its id; undefined if there is no id, or the person may not see it. */
export function useRecordAddress(): (to: Referred, id: unknown) => string | undefined {
  const addressOf = useAddresses();
  const can = useCan();
  return useCallback(
    (to, id) => {
      if ((typeof id !== 'number' && typeof id !== 'string') || id === '') return undefined;
      const [screen, query] = whereShown(to, id);
      // Some screens are open to everybody, but show their records only with the permission.
      return can(screen) ? addressOf(screen, query) : undefined;
    },
    [addressOf, can],
  );
}
