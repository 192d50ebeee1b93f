import { type RefObject, useEffect, useRef } from 'react';

const fields = 'input:enabled, textarea:enabled, select:enabled, [contenteditable="true"]';

/** Moves the focus to the first visible, enabled field. */
export function focusFirstField(within: Element | null): void {
  // A person who was faster than the opening is typing in a field already.
  if (within?.querySelector(':focus')?.matches(fields)) return;
  const all = within?.querySelectorAll<HTMLElement>(fields) ?? [];
  [...all].find((field) => field.checkVisibility())?.focus();
}

/**
 * Moves the focus to the first field of a screen's form: when it is first mounted, but not when the person returns to its tab.
 */
export function useFirstField<Place extends Element>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) focusFirstField(place.current);
    hasBegun.current = true;
  }, []);
  return place;
}
