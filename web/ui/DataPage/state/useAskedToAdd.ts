import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { askedToAdd } from '../../../core/navigation/askedToAdd.ts';

/** The address of a list can ask for its form. It is asked once: the address forgets it. */
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
