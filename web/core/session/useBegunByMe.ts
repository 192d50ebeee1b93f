import type { Call } from '@suyuan/contract/call/call.ts';
import { useCallback } from 'react';
import { useSession } from './session.ts';

/** A call that completes what another person began. */
type Completing = Pick<Call, 'begunBy'>;

/**
 * A test whether the person signed in began what a call would complete: then it is another person who makes it. That somebody owes
 * an account or a right to the first person, only the server knows, and refuses.
 */
export function useBegunByMe(): (call: Completing, record: object) => boolean {
  const me = useSession((session) => session.self?.id);
  return useCallback(
    ({ begunBy }, record) =>
      me !== undefined && begunBy !== undefined && (record as Readonly<Record<string, unknown>>)[begunBy] === me,
    [me],
  );
}
