import type { i18n as I18n, TFunction } from 'i18next';
import { choiceTextKeys, listTextKeys, type OfFields } from '../../../contract/thing/text-keys.ts';
import type { TextKey, Texts } from './textKeys.ts';

/**
 * What a list calls a field, a choice of one, or anything else of its own. For parts that are made from a list's
 * declaration; a screen that knows its key gives it to `t`, which knows all of them.
 */
export const listText = (t: TFunction, list: string, name: string): string =>
  t([...listTextKeys(list, name)] as TextKey[]);

/**
 * What a list calls a choice of a column, `<list>.<column>`, for a screen that knows which there are: one that nobody has
 * words for does not compile.
 */
export const choiceText = <Column extends string, Choice extends string>(
  t: TFunction,
  column: Column,
  choice: Choice & Said<Column, Choice>,
): string => t([...choiceTextKeys(column, choice)] as TextKey[]);

type Said<Column extends string, Choice extends string> = Choice extends string
  ? Extract<`${Column | Common<Column>}.${Choice}`, keyof Texts> extends never
    ? never
    : Choice
  : never;

type Common<Column extends string> = Column extends OfFields
  ? 'field'
  : Column extends `${string}.${infer Name}`
    ? `field.${Name}`
    : never;

/** The same where there are words; else nothing. */
export function knownListText(t: TFunction, i18n: I18n, list: string, name: string): string | undefined {
  const key = listTextKeys(list, name).find((one) => i18n.exists(one));
  return key === undefined ? undefined : t(key as TextKey);
}
