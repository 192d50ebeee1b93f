import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Opens the form for a new row if the URL asks for it, and removes that from the URL. */
export function useAddParameter(openNew: (() => void) | undefined): void {
  const [query, setQuery] = useSearchParams();
  const open = useRef(openNew);
  useEffect(() => {
    open.current = openNew;
  });
  const isRequested = query.has(addParameter);
  useEffect(() => {
    if (!isRequested) return;
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete(addParameter);
        return rest;
      },
      { replace: true },
    );
    open.current?.();
  }, [isRequested, setQuery]);
}

/** The query parameter of a list's URL that opens the form for a new record. */
export const addParameter = 'new';
