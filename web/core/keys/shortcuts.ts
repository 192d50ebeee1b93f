import { useEffect } from 'react';
import { create } from 'zustand';
import type { TextKey } from '../i18n/textKeys.ts';
import { scannerGap, takesKeys } from './wedge.ts';

/** A key that does something, for as long as what it acts on is shown. */
export interface Shortcut {
  /** One character, or `mod+k`: with Ctrl, and on a Mac with ⌘. */
  readonly key: string;
  readonly text: TextKey;
  readonly run: () => void;
}

interface Shown {
  /** What each part of the console offers, the frame's first. */
  readonly offered: readonly (readonly Shortcut[])[];
}

export const useShortcutList = create<Shown>()(() => ({ offered: [] }));

/** A single key waits this long: what follows it at once is a scanner that types. */
const wait = scannerGap + 10;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Offers shortcuts while the component is shown. They are found by whoever asks for help. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    useShortcutList.setState(({ offered }) => ({ offered: [...offered, shortcuts] }));
    return () => useShortcutList.setState(({ offered }) => ({ offered: offered.filter((one) => one !== shortcuts) }));
  }, [shortcuts]);
}

/** Listens for all of them. Answers how to stop. */
export function listenForShortcuts(): () => void {
  const press = (event: KeyboardEvent) => {
    const isFirst = waiting === undefined;
    clearTimeout(waiting);
    waiting = undefined;
    if (event.isComposing || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const found = shortcutOf(`mod+${event.key.toLowerCase()}`);
      if (!found) return;
      event.preventDefault();
      found.run();
      return;
    }
    if (!isFirst || event.key.length !== 1 || takesKeys(event.target) || inDialog()) return;
    if (!shortcutOf(event.key)) return;
    event.preventDefault();
    waiting = setTimeout(() => {
      waiting = undefined;
      shortcutOf(event.key)?.run();
    }, wait);
  };
  window.addEventListener('keydown', press);
  return () => window.removeEventListener('keydown', press);
}

/** What was offered last comes first. */
const shortcutOf = (key: string): Shortcut | undefined =>
  useShortcutList
    .getState()
    .offered.flat()
    .findLast((one) => one.key === key);

/** What is open over a page keeps its keys to itself. */
export const inDialog = (): boolean => document.querySelector('[role="dialog"], dialog[open]') !== null;

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** The keys as they are written on a keyboard. */
export const keysOf = ({ key }: Pick<Shortcut, 'key'>): readonly string[] =>
  key.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', key.slice(4).toUpperCase()] : [key.toUpperCase()];
