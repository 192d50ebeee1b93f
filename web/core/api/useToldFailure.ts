import { useEffect } from 'react';
import type { Call } from '../../../contract/call/call.ts';
import { ApiError } from './apiError.ts';
import { clientOf } from './clients.ts';
import { handleFailure } from './failure.ts';

/**
 * Tells of a failed call in the name of the screen that shows it: one that was made ahead of the screen told nobody. What
 * was told already is not told again.
 */
export function useToldFailure(definition: Call, error: Error | null): void {
  useEffect(() => {
    if (error instanceof ApiError) handleFailure(error, clientOf(definition), {});
  }, [definition, error]);
}
