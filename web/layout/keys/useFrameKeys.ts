import { useEffect, useMemo } from 'react';
import { listenForShortcuts, type Shortcut, useShortcuts } from '../../core/keys/shortcuts.ts';

/** The keys of the frame: the search, and the list of all keys. */
export function useFrameKeys(onSearch: () => void, onHelp: () => void): void {
  useEffect(listenForShortcuts, []);
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
