import { choiceTextKeys, listTextKeys, type OfFields } from '@suyuan/contract/thing/text-keys.ts';
import type { i18n as I18n, TFunction } from 'i18next';
import type { TextKey, Texts } from './textKeys.ts';

/**
 * The text of a list for a field, a choice of one, or anything else. For generic parts; a screen that knows its key uses `t`,
 * which checks it at compile time.
 */
export const listText = (t: TFunction, list: string, name: string, params: Record<string, unknown> = {}): string =>
  t([...listTextKeys(list, name)] as TextKey[], params);

/**
 * The text for a choice of a column, `<list>.<column>`, for a screen that knows the choices: one without a text does not compile.
 */
export const choiceText = <Column extends string, Choice extends string>(
  t: TFunction,
  column: Column,
  choice: Choice & WithText<Column, Choice>,
): string => t([...choiceTextKeys(column, choice)] as TextKey[]);

type WithText<Column extends string, Choice extends string> = Choice extends string
  ? Extract<`${Column | Common<Column>}.${Choice}`, keyof Texts> extends never
    ? never
    : Choice
  : never;

type Common<Column extends string> = Column extends OfFields
  ? 'field'
  : Column extends `${string}.${infer Name}`
    ? `field.${Name}`
    : never;

/** The text of a list if there is one; else undefined. */
export function knownListText(t: TFunction, i18n: I18n, list: string, name: string): string | undefined {
  const key = listTextKeys(list, name).find((one) => i18n.exists(one));
  return key === undefined ? undefined : t(key as TextKey);
}
