import { useMemo, useSyncExternalStore } from 'react';

/** The page's colours as values, for drawings that cannot use CSS variables. */
export interface Palette {
  readonly text: string;
  readonly textSoft: string;
  readonly border: string;
  readonly surface: string;
  readonly surfaceRaised: string;
  readonly theme: string;
  readonly success: string;
  readonly warning: string;
  readonly error: string;
  readonly font: string;
  readonly dark: boolean;
}

const root = document.documentElement;

/**
 * A key of everything that the palette depends on: attributes of the root element for theme colour, colour scheme and language.
 */
const readLook = (): string => [root.dataset.scheme, root.lang, root.getAttribute('style')].join(';');

function watchLook(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(root, { attributes: true, attributeFilter: ['style', 'lang', 'data-scheme'] });
  return () => observer.disconnect();
}

function readPalette(): Palette {
  const style = getComputedStyle(root);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    textSoft: read('--text-soft'),
    border: read('--border'),
    surface: read('--surface'),
    surfaceRaised: read('--surface-raised'),
    theme: read('--theme-text'),
    success: read('--success'),
    warning: read('--warning'),
    error: read('--error'),
    font: read('--font'),
    dark: root.dataset.scheme === 'dark',
  };
}

export function usePalette(): Palette {
  const look = useSyncExternalStore(watchLook, readLook);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the palette is what the look makes of the style sheets
  return useMemo(readPalette, [look]);
}
