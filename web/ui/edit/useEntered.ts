import { useState } from 'react';
import { isSame } from '#core/unsaved/changedForms.ts';

/**
 * Tracks unsaved values outside a form, for repeated work: whether they differ from the initial values, or from those of the
 * last `done`.
 */
export function useEntered<Values>(values: Values): { readonly changed: boolean; readonly done: () => void } {
  const [baseline, setBaseline] = useState(values);
  return { changed: !isSame(baseline, values), done: () => setBaseline(values) };
}
