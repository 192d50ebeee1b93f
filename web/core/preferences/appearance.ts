import { type Scheme, useSettings } from './settings.ts';
import { readableOn, themeShades } from './shades.ts';
import { useMediaQuery } from './useMediaQuery.ts';

/** For each scheme, the surface in app/base.css with the least contrast to text. */
const surfaces = { light: '#f3f5f8', dark: '#242b35' } as const;

const darkWish = '(prefers-color-scheme: dark)';

export function useDark(): boolean {
  const scheme = useSettings((settings) => settings.scheme);
  return isDark(scheme, useMediaQuery(darkWish));
}

export const isDark = (scheme: Scheme, wished: boolean): boolean =>
  scheme === 'dark' || (scheme === 'system' && wished);

/**
 * The CSS variables that follow from the theme colour. `--theme-solid` is a background for white text, `--theme-text` a text
 * colour; both are the theme colour if its contrast suffices, and otherwise the nearest shade that does.
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

/** Applies theme colour and scheme to the page, except for antd, which gets them by its tokens. */
export function applyAppearance(theme: string, dark: boolean): void {
  const root = document.documentElement;
  root.dataset.scheme = dark ? 'dark' : 'light';
  for (const [name, color] of Object.entries(themeVariables(theme, dark))) root.style.setProperty(name, color);
}

export function applyStoredAppearance(): void {
  const { theme, scheme } = useSettings.getState();
  applyAppearance(theme, isDark(scheme, window.matchMedia(darkWish).matches));
}
