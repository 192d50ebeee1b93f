import type { MenuSelection } from '@suyuan/contract/organ/session.ts';
import type { Arrangement } from '../navigation/arranged.ts';

/** The roles of a person: the keys of all selected menus and the codes of all selected buttons. */
export function rolesOf(selections: readonly MenuSelection[]): string[] {
  const roles = new Set<string>();
  for (const { menu_key, selected, listMenuButtons } of selections) {
    if (selected) roles.add(menu_key);
    for (const button of listMenuButtons) if (button.selected) roles.add(button.menu_button_code);
  }
  return [...roles];
}

/** The order of the menus, what is switched off for everyone, and what is always shown as a group. */
export const arrangementOf = (selections: readonly MenuSelection[]): Arrangement => ({
  order: selections.map(({ menu_key }) => menu_key),
  alwaysShown: selections.flatMap(({ menu_key, always_show }) => (always_show ? [menu_key] : [])),
  off: selections.flatMap(({ menu_key, enabled, listMenuButtons }) => [
    ...(enabled === false ? [menu_key] : []),
    ...listMenuButtons.filter((button) => button.enabled === false).map(({ menu_button_code }) => menu_button_code),
  ]),
});

/** Whether one of `needs` is among the roles; always true for an administrator. */
export function holdsOneOf(roles: readonly string[], needs: readonly string[]): boolean {
  if (roles.includes('admin')) return true;
  if (needs.length === 0) {
    console.error('need roles!');
    return false;
  }
  return needs.some((role) => roles.includes(role));
}
