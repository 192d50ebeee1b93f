import type { MenuSelection } from '@suyuan/contract/organ/session.ts';
import { type Language, languages } from './languages.ts';

export type TextsByKey = Readonly<Record<string, string>>;

/** The enterprise's names for menus and buttons, as texts that override the built-in ones. */
export function ownNames(selections: readonly MenuSelection[]): Readonly<Record<Language, TextsByKey>> {
  const entries = selections.flatMap(({ menu_key, names, listMenuButtons }) => [
    { key: `menu.${menu_key}`, names },
    ...listMenuButtons.map((button) => ({ key: `button.${button.menu_button_code}`, names: button.names })),
  ]);
  const textsOf = (language: Language) =>
    Object.fromEntries(entries.flatMap(({ key, names }) => (names?.[language] ? [[key, names[language]]] : [])));
  return Object.fromEntries(languages.map((language) => [language, textsOf(language)])) as Record<Language, TextsByKey>;
}
