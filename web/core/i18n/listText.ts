import type { i18n as I18n, TFunction } from 'i18next';
import type { TextKey } from './textKeys.ts';

/**
 * What a list calls a field, a choice of one, or anything else of its own: `<list>.<name>`. Where it has no words of its
 * own for it, those of all lists: `field.<name>`. For parts that are made from a list's declaration; a screen that knows
 * its key gives it to `t`, which knows all of them.
 */
export const listText = (t: TFunction, list: string, name: string): string =>
  t([...listTextKeys(list, name)] as TextKey[]);

/** The same where there are words; else nothing. */
export function knownListText(t: TFunction, i18n: I18n, list: string, name: string): string | undefined {
  const key = listTextKeys(list, name).find((one) => i18n.exists(one));
  return key === undefined ? undefined : t(key as TextKey);
}

/** Where a list's text is looked for, in this order. */
export const listTextKeys = (list: string, name: string): readonly string[] => [`${list}.${name}`, `field.${name}`];
