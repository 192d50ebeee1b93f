import type { InputRef } from 'antd';
import type { RefObject } from 'react';
import { type Shortcut, useShortcuts } from '#core/keys/shortcuts.ts';

/** A step of a desk: an action with its keyboard shortcut. */
export type DeskStep = Omit<Shortcut, 'at'>;

/** Registers the shortcuts of a desk's steps, active as long as its scan field is visible. */
export function useDeskSteps(field: RefObject<InputRef | null> | undefined, steps: readonly DeskStep[]): void {
  useShortcuts(steps.map((step) => ({ ...step, at: () => field?.current?.input })));
}

/** Wraps work so that the scan field gets the focus back afterwards. */
export const backTo = (field: RefObject<InputRef | null>, work: () => void) => () => {
  work();
  field.current?.focus();
};
