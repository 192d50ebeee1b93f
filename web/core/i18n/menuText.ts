import type { TFunction } from 'i18next';
import type { TextKey } from './textKeys.ts';

/** The menu title of a screen, or of a list within one. */
export const menuText = (t: TFunction, key: string): string => t(`menu.${key}`, { defaultValue: key });

/** The title of a route: the text of a key, or the title itself if there is no such key. */
export const routeText = (t: TFunction, title: string): string => t(title, { defaultValue: title });

/** The name that the enterprise has given to a button, by its code; else `text`. */
export const buttonText = (t: TFunction, code: string, text: string): string =>
  t(`button.${code}`, { defaultValue: text });

/**
 * The keys of the words for a call in logs, most specific first: by thing and verb, by the verb alone, by a button of that name.
 * Calls that only read have one word in common: logs tell of them when they were refused.
 */
export function callTextKeys(path: string): TextKey[] {
  const [thing, verb] = path.split('/').slice(-2);
  return [`history.did.${thing}.${verb}`, `history.did.${verb}`, `button.${verb}`, 'history.did.read'] as TextKey[];
}
