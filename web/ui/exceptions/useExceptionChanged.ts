import { type ExceptionScreen, ownExceptions } from '@suyuan/contract/trace/exception.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Returns a function to be called after exceptions changed: it refreshes the list, the details and the count of one's own
 * exceptions.
 */
export function useExceptionChanged(screen: ExceptionScreen, onDone: () => void): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    onDone();
    void queries.invalidateQueries({ queryKey: [screen.detail.path] });
    void queries.invalidateQueries({ queryKey: [ownExceptions.path] });
  }, [queries, screen, onDone]);
}
