import { useState } from 'react';
import { isSame } from '../../core/unsaved/changedForms.ts';

/**
 * What is entered beside a form, where the same is done again and again: whether it differs from what it began with, or
 * from what it was done with last.
 */
export function useEntered<Values>(values: Values): { readonly changed: boolean; readonly done: () => void } {
  const [settled, setSettled] = useState(values);
  return { changed: !isSame(settled, values), done: () => setSettled(values) };
}
