import { useCallback } from 'react';
import { type Referred, whereShown } from '../../../contract/thing/referred.ts';
import { useCan } from '../../core/session/allowed.tsx';
import { useAddresses } from '../../core/session/useAddresses.ts';

/** Where a record is shown that another one names; nothing where it names none, or the person may not see it. */
export function useRecordAddress(): (to: Referred, id: unknown) => string | undefined {
  const addressOf = useAddresses();
  const can = useCan();
  return useCallback(
    (to, id) => {
      if ((typeof id !== 'number' && typeof id !== 'string') || id === '') return undefined;
      const [screen, query] = whereShown(to, id);
      // Some screens open for everybody, and tell what they show to some.
      return can(screen) ? addressOf(screen, query) : undefined;
    },
    [addressOf, can],
  );
}
