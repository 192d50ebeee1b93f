import { alwaysOn } from '@suyuan/contract/calls.ts';
import type { MenuNode } from '@suyuan/contract/menu/menu-node.ts';
import { buttonCode, menu } from '@suyuan/contract/menu.ts';
import type { MenuButton, MenuTreeButton, MenuTreeNode, Names } from '@suyuan/contract/organ/menu-setting.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { type Language, text } from '#platform/language.ts';
import { builtInPermissions } from '../session/held-permissions.ts';

/** The enterprise's settings of menus and buttons, as differences from the built-in tree. */
export interface MenuSettings {
  readonly menus: ReadonlyMap<string, { enabled: boolean; place: number | null; names: Names; always_show: boolean }>;
  readonly buttons: ReadonlyMap<string, ButtonSetting>;
}

type ButtonSetting = Omit<Button, 'menu_button_code'>;

export async function readMenuSettings(db: Kysely<Schema>): Promise<MenuSettings> {
  const [menus, buttons] = await Promise.all([
    db.selectFrom('menu_setting').select(['menu_key', 'enabled', 'place', 'names', 'always_show']).execute(),
    db
      .selectFrom('menu_button')
      .select(['menu_button_code', 'menu_key', 'added', 'enabled', 'names'])
      .orderBy('created_at')
      .orderBy('menu_button_code')
      .execute(),
  ]);
  return {
    menus: new Map(menus.map((row) => [row.menu_key, { ...row, enabled: isOn(row.menu_key, row) }])),
    buttons: new Map(
      buttons.map((row) => [row.menu_button_code, { ...row, enabled: isOn(row.menu_button_code, row) }]),
    ),
  };
}

/** Whether a permission is on; some cannot be switched off, whatever is stored. */
const isOn = (permission: string, { enabled }: { enabled: boolean }): boolean => enabled || alwaysOn.has(permission);

/** All permissions that can be granted to roles. */
export const knownPermissions = ({ buttons }: MenuSettings): ReadonlySet<string> =>
  new Set([...builtInPermissions, ...[...buttons].flatMap(([code, { added }]) => (added ? [code] : []))]);

/** Sorts siblings: first those with a stored place, then the others in the built-in order. */
export function arranged(nodes: readonly MenuNode[], { menus }: MenuSettings): readonly MenuNode[] {
  const place = ({ key }: MenuNode) => menus.get(key)?.place ?? Number.MAX_SAFE_INTEGER;
  return nodes.toSorted((one, other) => place(one) - place(other));
}

/** A button before its name is resolved. */
export type Button = Readonly<Omit<MenuButton, 'menu_name' | 'button_name'>>;

/** The buttons of a menu: built-in ones, then those added by the enterprise. */
export function buttonsOf(node: MenuNode, { buttons }: MenuSettings): Button[] {
  const builtIn = (node.buttons ?? []).map((verb) => buttonCode(node.key, verb));
  const additions = [...buttons]
    .filter(([, { added, menu_key }]) => added && menu_key === node.key)
    .map(([code]) => code);
  return [...builtIn, ...additions].map((menu_button_code) => {
    const { enabled = true, names = {}, added = false } = buttons.get(menu_button_code) ?? {};
    return { menu_button_code, menu_key: node.key, added, enabled, names };
  });
}

export const menuName = (key: string, { menus }: MenuSettings, language: Language): string =>
  menus.get(key)?.names[language] ?? text(language, `menu.${key}`);

/** The name of a button: the enterprise's own, else the text of its verb, else the verb itself. */
export function buttonName({ menu_button_code, names }: Button, language: Language): string {
  const own = names[language] ?? Object.values(names)[0];
  if (own) return own;
  const verb = menu_button_code.slice(menu_button_code.indexOf(':') + 1);
  const words = text(language, `button.${verb}`);
  return words === `button.${verb}` ? verb : words;
}

/** The viewer of a tree: what is selected in it, and what the viewer may grant. */
export interface Viewer {
  readonly language: Language;
  readonly buttons: boolean;
  readonly selected: ReadonlySet<string>;
  readonly grantable: (permission: string) => boolean;
}

export function menuTree(
  settings: MenuSettings,
  viewer: Viewer,
  nodes: readonly MenuNode[] = menu,
): readonly MenuTreeNode[] {
  return arranged(nodes, settings).map((node) => {
    const setting = settings.menus.get(node.key);
    const listMenuButtons = viewer.buttons
      ? buttonsOf(node, settings).map((button) => shownButton(button, viewer))
      : [];
    const children = menuTree(settings, viewer, node.children ?? []);
    return {
      menu_key: node.key,
      menu_name: menuName(node.key, settings, viewer.language),
      names: setting?.names ?? {},
      enabled: setting?.enabled ?? true,
      always_on: alwaysOn.has(node.key),
      hidden: node.hidden ?? false,
      always_show: setting?.always_show ?? false,
      ...selection(viewer.selected.has(node.key), node, children, listMenuButtons),
      grantable: viewer.grantable(node.key),
      listMenuButtons,
      children,
    };
  });
}

const shownButton = (button: Button, { language, selected, grantable }: Viewer): MenuTreeButton => ({
  menu_button_code: button.menu_button_code,
  button_name: buttonName(button, language),
  names: button.names,
  enabled: button.enabled,
  added: button.added,
  always_on: alwaysOn.has(button.menu_button_code),
  selected: selected.has(button.menu_button_code),
  grantable: grantable(button.menu_button_code),
});

/**
 * The selection of a node. A screen is selected by its own permission, a group if everything below it is. Nodes that are
 * selected in part are half selected.
 */
function selection(
  own: boolean,
  node: MenuNode,
  children: readonly MenuTreeNode[],
  buttons: readonly MenuTreeButton[],
): Pick<MenuTreeNode, 'selected' | 'half_selected'> {
  const below = [...children.filter((child) => !isForEveryone(child)), ...buttons];
  const all = below.every((one) => one.selected && !('half_selected' in one && one.half_selected));
  const some = below.some((one) => one.selected || ('half_selected' in one && one.half_selected));
  if (node.children || node.hidden) return { selected: all, half_selected: !all && some };
  return { selected: own, half_selected: own ? !all : some };
}

/** Hidden pages are open to everybody; only their buttons can be granted. */
const isForEveryone = ({ hidden, listMenuButtons }: MenuTreeNode): boolean => hidden && listMenuButtons.length === 0;
