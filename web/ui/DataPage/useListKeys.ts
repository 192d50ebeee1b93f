import { useEffect, useMemo, useRef } from 'react';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { type Shortcut, useShortcuts } from '#core/keys/shortcuts.ts';

/** Keyboard shortcuts of a list: `/` focuses the search, `n` adds a row, `r` refreshes. */
const listKeys = {
  '/': 'shortcuts.listSearch',
  n: 'shortcuts.add',
  r: 'shortcuts.refresh',
} as const satisfies Record<string, TextKey>;
type ListKey = keyof typeof listKeys;

export function useListKeys(keys: { readonly [Key in ListKey]: (() => void) | undefined }): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const offered = (Object.keys(listKeys) as ListKey[]).filter((key) => keys[key]).join('');
  const shortcuts = useMemo(
    () =>
      [...offered].map((key): Shortcut => {
        const known = key as ListKey;
        return { key, text: listKeys[known], run: () => latest.current[known]?.() };
      }),
    [offered],
  );
  useShortcuts(shortcuts);
}
