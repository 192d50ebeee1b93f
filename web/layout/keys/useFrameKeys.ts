import { useLayoutEffect, useMemo } from 'react';
import { listenForShortcuts, type Shortcut, useShortcuts } from '#core/keys/shortcuts.ts';

/** The shortcuts of the frame: search, and the list of shortcuts. */
export function useFrameKeys(onSearch: () => void, onHelp: () => void): void {
  // Before the screen is shown: no key that a person presses on what they see is lost.
  useLayoutEffect(listenForShortcuts, []);
  useShortcuts(
    useMemo(
      (): Shortcut[] => [
        { key: 'mod+k', text: 'navbar.search', run: onSearch },
        { key: '?', text: 'shortcuts.help', run: onHelp },
      ],
      [onSearch, onHelp],
    ),
  );
}
