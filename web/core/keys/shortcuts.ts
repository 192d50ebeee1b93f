import { useEffect } from 'react';
import { create } from 'zustand';
import type { TextKey } from '../i18n/textKeys.ts';
import { scannerGap, takesKeys } from './wedge.ts';

/** A key that does something, for as long as what it acts on is shown. */
export interface Shortcut {
  /** One character; `mod+k`: with Ctrl, and on a Mac with ⌘; or a key such as `F2`, which works within fields as well. */
  readonly key: string;
  readonly text: TextKey;
  readonly run: () => void;
  /** What it acts on, where that may be out of sight: in another tab of its screen, or behind a dialog. */
  readonly at?: () => Element | null | undefined;
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
    const withOthers = event.ctrlKey || event.metaKey;
    if (withOthers || isFunctionKey(event.key)) {
      const found = shortcutOf(withOthers ? `mod+${event.key.toLowerCase()}` : event.key);
      if (!found || isBehindDialog(found)) return;
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

/** A scanner sends none of them. */
const isFunctionKey = (key: string): boolean => /^F\d+$/.test(key);

/** What was offered last comes first. */
const shortcutOf = (key: string): Shortcut | undefined =>
  inSight(useShortcutList.getState().offered).findLast((one) => one.key === key);

/** Those whose keys do something now. */
export const inSight = (offered: Shown['offered']): readonly Shortcut[] =>
  offered.flat().filter(({ at }) => at === undefined || at()?.checkVisibility());

const isBehindDialog = ({ at }: Shortcut): boolean => at !== undefined && topDialog()?.contains(at() ?? null) === false;

/** What is open over a page keeps its keys to itself. */
export const inDialog = (): boolean => topDialog() !== undefined;

const topDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"], dialog[open]')].findLast((dialog) => dialog.checkVisibility());

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** The keys as they are written on a keyboard. */
export const keysOf = ({ key }: Pick<Shortcut, 'key'>): readonly string[] =>
  key.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', key.slice(4).toUpperCase()] : [key.toUpperCase()];
