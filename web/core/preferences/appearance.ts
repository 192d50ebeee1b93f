import { readableOn } from './contrast.ts';
import { type Scheme, useSettings } from './settings.ts';
import { themeShades } from './shades.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** Of the surfaces in app/base.css the one that text is hardest to read on. */
const surfaces = { light: '#f3f5f8', dark: '#242b35' } as const;

const darkWish = '(prefers-color-scheme: dark)';

export function useDark(): boolean {
  const scheme = useSettings((settings) => settings.scheme);
  return isDark(scheme, useMediaQuery(darkWish));
}

export const isDark = (scheme: Scheme, wished: boolean): boolean =>
  scheme === 'dark' || (scheme === 'system' && wished);

/**
 * The CSS variables that follow the theme colour. `--theme-solid` carries white text and `--theme-text` is text
 * itself; both are the theme colour where that can be read, and as near to it as can be where it cannot.
 */
export function themeVariables(theme: string, dark: boolean): Readonly<Record<string, string>> {
  const { tints, darker } = themeShades(theme);
  return {
    ...Object.fromEntries(tints.map((color, step) => [`--theme-${step}`, color])),
    '--theme-darker': darker,
    '--theme-solid': readableOn('#ffffff', theme),
    '--theme-text': readableOn(dark ? surfaces.dark : surfaces.light, theme),
  };
}

/** Dresses the page, antd's part of it excepted: that follows through its tokens. */
export function applyAppearance(theme: string, dark: boolean): void {
  const root = document.documentElement;
  root.dataset.scheme = dark ? 'dark' : 'light';
  for (const [name, color] of Object.entries(themeVariables(theme, dark))) root.style.setProperty(name, color);
}

export function applyStoredAppearance(): void {
  const { theme, scheme } = useSettings.getState();
  applyAppearance(theme, isDark(scheme, window.matchMedia(darkWish).matches));
}
