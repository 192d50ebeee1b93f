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

export function shareOf(node: MenuTreeNode, permissions: Held): Share {
  const all = permissionsAt(node);
  const count = all.filter(({ permission }) => permissions.has(permission)).length;
  return count === 0 ? 'none' : count === all.length ? 'all' : 'some';
}

/** Grants everything at and below a node, as far as the person may grant it, or removes it. */
export function withNode(node: MenuTreeNode, permissions: Held, on: boolean): Held {
  const result = new Set(permissions);
  for (const { permission, grantable } of permissionsAt(node)) {
    if (!on) result.delete(permission);
    else if (grantable) result.add(permission);
  }
  return result;
}

/** Grants seeing a screen, or removes it together with the screen's buttons, which are useless without it. */
export const withView = (screen: MenuTreeNode, permissions: Held, on: boolean): Held =>
  on ? new Set([...permissions, screen.menu_key]) : withNode(screen, permissions, false);

/** Grants a button and, as far as the person may grant it, its screen; or removes the button. */
export function withButton(screen: MenuTreeNode, permissions: Held, code: string, on: boolean): Held {
  const result = new Set(permissions);
  if (!on) result.delete(code);
  else {
    result.add(code);
    if (screen.grantable && isGated(screen)) result.add(screen.menu_key);
  }
  return result;
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
  const permissions = heldIn(nodes);
  const ofAll = nodes.flatMap(permissionsAt);
  return new Set(
    ofAll.flatMap(({ permission, grantable }) => (grantable && permissions.has(permission) ? [permission] : [])),
  );
}

export const isSameHeld = (one: Held, other: Held): boolean =>
  one.size === other.size && [...one].every((permission) => other.has(permission));

interface Selection {
  menu_key: string;
  selected: boolean;
  listMenuButtons: { menu_button_code: string; selected: boolean }[];
}

/** The tree, in the form of `savetree`'s input. */
export const selectionIn = (nodes: readonly MenuTreeNode[], permissions: Held): Selection[] =>
  nodes.flatMap((node) => [
    {
      menu_key: node.menu_key,
      selected: permissions.has(node.menu_key),
      listMenuButtons: node.listMenuButtons.map(({ menu_button_code }) => ({
        menu_button_code,
        selected: permissions.has(menu_button_code),
      })),
    },
    ...selectionIn(node.children, permissions),
  ]);
