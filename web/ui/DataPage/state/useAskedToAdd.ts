import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Opens the form for a new row if the URL asks for it, and removes that from the URL. */
export function useAskedToAdd(openNew: (() => void) | undefined): void {
  const [query, setQuery] = useSearchParams();
  const open = useRef(openNew);
  useEffect(() => {
    open.current = openNew;
  });
  const isAsked = query.has(askedToAdd);
  useEffect(() => {
    if (!isAsked) return;
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete(askedToAdd);
        return rest;
      },
      { replace: true },
    );
    open.current?.();
  }, [isAsked, setQuery]);
}

/** The query parameter of a list's URL that opens the form for a new record. */
export const askedToAdd = 'new';
