import type { TFunction } from 'i18next';

/** The menu title of a screen, or of a list within one. */
export const menuText = (t: TFunction, key: string): string => t(`menu.${key}`, { defaultValue: key });

/** The title of a route: the text of a key, or the title itself if there is no such key. */
export const routeText = (t: TFunction, title: string): string => t(title, { defaultValue: title });

/** The name that the enterprise has given to a button, by its code; else `text`. */
export const buttonText = (t: TFunction, code: string, text: string): string =>
  t(`button.${code}`, { defaultValue: text });
