import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ExceptionScreen, ownExceptions } from '../../../contract/trace/exception.ts';

/** What is to be asked for anew when exceptions have changed: the list, their details, and the count of one's own. */
export function useExceptionChanged(screen: ExceptionScreen, onDone: () => void): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    onDone();
    void queries.invalidateQueries({ queryKey: [screen.detail.path] });
    void queries.invalidateQueries({ queryKey: [ownExceptions.path] });
  }, [queries, screen, onDone]);
}
