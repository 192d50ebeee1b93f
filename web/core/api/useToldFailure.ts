import type { Call } from '@suyuan/contract/call/call.ts';
import { useEffect } from 'react';
import { ApiError } from './apiError.ts';
import { clientOf } from './clients.ts';
import { handleFailure } from './failure.ts';

/**
 * Shows a failed query of a screen. A prefetch made before the screen was rendered shows nothing itself. Errors that were shown
 * already are not shown again.
 */
export function useToldFailure(definition: Call, error: Error | null): void {
  useEffect(() => {
    if (error instanceof ApiError) handleFailure(error, clientOf(definition), {});
  }, [definition, error]);
}
