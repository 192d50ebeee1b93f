import { type RefObject, useEffect, useRef } from 'react';

const fields = 'input:enabled, textarea:enabled, select:enabled, [contenteditable="true"]';

/** Begins where something is entered first; nothing has to be found for that. */
export function focusFirstField(within: Element | null): void {
  // Whoever was faster than the opening is in a field already: what they type stays together.
  if (within?.querySelector(':focus')?.matches(fields)) return;
  const all = within?.querySelectorAll<HTMLElement>(fields) ?? [];
  [...all].find((field) => field.checkVisibility())?.focus();
}

/** The form of a screen begins there as well: once, and not when the screen is come back to. */
export function useFirstField<Place extends Element>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) focusFirstField(place.current);
    begun.current = true;
  }, []);
  return place;
}
