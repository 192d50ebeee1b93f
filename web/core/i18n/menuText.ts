import type { TFunction } from 'i18next';

/** What the menu calls a screen, or a list within one, by its key. */
export const menuText = (t: TFunction, key: string): string => t(`menu.${key}`, { defaultValue: key });

/** The title of a route: a text's key, or a name where it has none. */
export const routeText = (t: TFunction, title: string): string => t(title, { defaultValue: title });

/** The name that the enterprise gave a button, by its code; where there is none, the text. */
export const buttonText = (t: TFunction, code: string, text: string): string =>
  t(`button.${code}`, { defaultValue: text });
