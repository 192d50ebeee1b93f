import { base } from './menu/base.ts';
import { inspect } from './menu/inspect.ts';
import { integration } from './menu/integration.ts';
import type { MenuNode } from './menu/menu-node.ts';
import { organ } from './menu/organ.ts';
import { physical } from './menu/physical.ts';
import { plant } from './menu/plant.ts';
import { querymanage } from './menu/querymanage.ts';
import { report } from './menu/report.ts';
import { tagging } from './menu/tagging.ts';

/**
 * The tree of screens behind permissions, with its branches in sidebar order. The code of a button is `<key>:<verb>`. The tree
 * contains only screens that work.
 */
export const menu = [
  base,
  organ,
  tagging,
  plant,
  physical,
  inspect,
  querymanage,
  report,
  integration,
] as const satisfies readonly MenuNode[];

type NodeOf<Nodes> = Nodes extends readonly (infer Node)[]
  ? Node extends { readonly children: infer Children }
    ? Node | NodeOf<Children>
    : Node
  : never;

type Node = NodeOf<typeof menu>;

/** A role of the tree: the key of a menu node. */
export type MenuKey = Node['key'];
/** The permission of a button, e.g. `productlist:add`. */
export type ButtonCode = Node extends infer N
  ? N extends { readonly key: infer Key extends string; readonly buttons: readonly (infer Verb extends string)[] }
    ? `${Key}:${Verb}`
    : never
  : never;

export type Permission = MenuKey | ButtonCode;

/** All nodes of the tree, parents first, each with the keys of the nodes above it. */
export function menuNodes(
  nodes: readonly MenuNode[] = menu,
  parents: readonly string[] = [],
): { node: MenuNode; parents: readonly string[] }[] {
  return nodes.flatMap((node) => [{ node, parents }, ...menuNodes(node.children ?? [], [...parents, node.key])]);
}

/** The screens of a group. Whoever may see one of them can also open those of the group that are open to every role. */
export const screensIn = (group: MenuKey): [MenuKey, ...MenuKey[]] =>
  menuNodes()
    .filter(({ node, parents }) => parents.includes(group) && !('children' in node))
    .map(({ node }) => node.key) as [MenuKey, ...MenuKey[]];

/** The depth of the tree. */
export const menuDepth = Math.max(...menuNodes().map(({ parents }) => parents.length + 1));

export const buttonCode = (key: string, verb: string): string => `${key}:${verb}`;
