import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import type { TextKey } from '../i18n/textKeys.ts';
import { scannerGap, takesKeys } from './wedge.ts';

/** A keyboard shortcut, active as long as what it acts on is visible. */
export interface Shortcut {
  /** A character; `mod+k` for Ctrl, or ⌘ on a Mac; or a function key such as `F2`, which also works within inputs. */
  readonly key: string;
  readonly text: TextKey;
  readonly run: () => void;
  /** The element that it acts on, if that may be hidden: in another tab of its screen, or behind a dialog. */
  readonly at?: () => Element | null | undefined;
}

interface Shown {
  /** The shortcuts of each component, those of the frame first. */
  readonly offered: readonly (readonly Shortcut[])[];
}

export const useShortcutList = create<Shown>()(() => ({ offered: [] }));

/** A single key takes effect after this many milliseconds, unless others follow at once: then it is a scanner typing. */
const wait = scannerGap + 10;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Registers shortcuts while the component is mounted, before it is shown; the help lists them. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useLayoutEffect(() => {
    useShortcutList.setState(({ offered }) => ({ offered: [...offered, shortcuts] }));
    return () => useShortcutList.setState(({ offered }) => ({ offered: offered.filter((one) => one !== shortcuts) }));
  }, [shortcuts]);
}

/** Starts to listen for all shortcuts, and returns a function that stops it. */
export function listenForShortcuts(): () => void {
  const press = (event: KeyboardEvent) => {
    const isFirst = waiting === undefined;
    clearTimeout(waiting);
    waiting = undefined;
    if (event.isComposing || event.altKey) return;
    const withOthers = event.ctrlKey || event.metaKey;
    if (withOthers || isFunctionKey(event.key)) {
      const shortcut = shortcutOf(withOthers ? `mod+${event.key.toLowerCase()}` : event.key);
      if (!shortcut || isBehindDialog(shortcut)) return;
      event.preventDefault();
      shortcut.run();
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

/** Function keys, which scanners do not send. */
const isFunctionKey = (key: string): boolean => /^F\d+$/.test(key);

/** The shortcut for a key; the one registered last takes precedence. */
const shortcutOf = (key: string): Shortcut | undefined =>
  inSight(useShortcutList.getState().offered).findLast((one) => one.key === key);

/** The shortcuts that are active now. */
export const inSight = (groups: Shown['offered']): readonly Shortcut[] =>
  groups.flat().filter(({ at }) => at === undefined || at()?.checkVisibility());

const isBehindDialog = ({ at }: Shortcut): boolean => at !== undefined && topDialog()?.contains(at() ?? null) === false;

/** Whether a dialog is open, which keeps keys from the page behind it. */
export const inDialog = (): boolean => topDialog() !== undefined;

const topDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"], dialog[open]')].findLast((dialog) => dialog.checkVisibility());

const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** The keys as they are labelled on a keyboard. */
export const keysOf = ({ key }: Pick<Shortcut, 'key'>): readonly string[] =>
  key.startsWith('mod+') ? [isMac ? '⌘' : 'Ctrl', key.slice(4).toUpperCase()] : [key.toUpperCase()];
