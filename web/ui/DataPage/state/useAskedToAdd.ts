import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { askedToAdd } from '#core/navigation/askedToAdd.ts';

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
