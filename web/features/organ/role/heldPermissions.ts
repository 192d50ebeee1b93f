import type { MenuTreeNode } from '@suyuan/contract/organ/menu-setting.ts';

export type Held = ReadonlySet<string>;

/** How much of a node is held: of a screen with its buttons, or of a group with its screens. */
export type Share = 'all' | 'some' | 'none';

export const isGroup = ({ children }: MenuTreeNode): boolean => children.length > 0;

/**
 * Whether seeing the node is a permission. Groups are visible if anything in them is held, and hidden screens are open to all.
 */
export const isGated = (node: MenuTreeNode): boolean => !isGroup(node) && !node.hidden;

/** The permissions at and below a node: screens and buttons. */
export const permissionsAt = (node: MenuTreeNode): { readonly permission: string; readonly grantable: boolean }[] => [
  ...(isGated(node) ? [{ permission: node.menu_key, grantable: node.grantable }] : []),
  ...node.listMenuButtons.map(({ menu_button_code, grantable }) => ({ permission: menu_button_code, grantable })),
  ...node.children.flatMap(permissionsAt),
];

export function shareOf(node: MenuTreeNode, held: Held): Share {
  const all = permissionsAt(node);
  const count = all.filter(({ permission }) => held.has(permission)).length;
  return count === 0 ? 'none' : count === all.length ? 'all' : 'some';
}

/** Grants everything at and below a node, as far as the person may grant it, or removes it. */
export function withNode(node: MenuTreeNode, held: Held, on: boolean): Held {
  const changed = new Set(held);
  for (const { permission, grantable } of permissionsAt(node)) {
    if (!on) changed.delete(permission);
    else if (grantable) changed.add(permission);
  }
  return changed;
}

/** Grants seeing a screen, or removes it together with the screen's buttons, which are useless without it. */
export const withView = (screen: MenuTreeNode, held: Held, on: boolean): Held =>
  on ? new Set([...held, screen.menu_key]) : withNode(screen, held, false);

/** Grants a button and, as far as the person may grant it, its screen; or removes the button. */
export function withButton(screen: MenuTreeNode, held: Held, code: string, on: boolean): Held {
  const changed = new Set(held);
  if (!on) changed.delete(code);
  else {
    changed.add(code);
    if (screen.grantable && isGated(screen)) changed.add(screen.menu_key);
  }
  return changed;
}

/** The permissions of a role, from the tree. */
export const heldIn = (nodes: readonly MenuTreeNode[]): Held =>
  new Set(
    nodes.flatMap((node) => [
      ...(isGated(node) && node.selected ? [node.menu_key] : []),
      ...node.listMenuButtons.flatMap(({ selected, menu_button_code }) => (selected ? [menu_button_code] : [])),
      ...heldIn(node.children),
    ]),
  );

/** The permissions of a role that the person may give to another one. */
export function grantableIn(nodes: readonly MenuTreeNode[]): Held {
  const held = heldIn(nodes);
  const ofAll = nodes.flatMap(permissionsAt);
  return new Set(ofAll.flatMap(({ permission, grantable }) => (grantable && held.has(permission) ? [permission] : [])));
}

export const isSameHeld = (one: Held, other: Held): boolean =>
  one.size === other.size && [...one].every((permission) => other.has(permission));

interface Selection {
  menu_key: string;
  selected: boolean;
  listMenuButtons: { menu_button_code: string; selected: boolean }[];
}

/** The tree, in the form of `savetree`'s input. */
export const selectionIn = (nodes: readonly MenuTreeNode[], held: Held): Selection[] =>
  nodes.flatMap((node) => [
    {
      menu_key: node.menu_key,
      selected: held.has(node.menu_key),
      listMenuButtons: node.listMenuButtons.map(({ menu_button_code }) => ({
        menu_button_code,
        selected: held.has(menu_button_code),
      })),
    },
    ...selectionIn(node.children, held),
  ]);
