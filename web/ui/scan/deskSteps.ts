import type { InputRef } from 'antd';
import type { RefObject } from 'react';
import { type Shortcut, useShortcuts } from '../../core/keys/shortcuts.ts';

/** What a button of a desk does, and the key that does the same. */
export type DeskStep = Omit<Shortcut, 'at'>;

/** Steps of the desk that scans into a field are done by their keys for as long as the field is in sight. */
export function useDeskSteps(field: RefObject<InputRef | null> | undefined, steps: readonly DeskStep[]): void {
  useShortcuts(steps.map((step) => ({ ...step, at: () => field?.current?.input })));
}

/** Work after which the scanner types into its field again. */
export const backTo = (field: RefObject<InputRef | null>, work: () => void) => () => {
  work();
  field.current?.focus();
};
