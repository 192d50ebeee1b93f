/**
 * The permission-gated tree of the console. A node's `key` is its route name, its role and its translation key
 * (`menu.<key>`); a button's code is `<key>:<verb>`. Only screens that work are listed here.
 */
export interface MenuNode {
  readonly key: string;
  readonly path: string;
  readonly icon?: string;
  /** Verbs of the screen's buttons; each is a permission `<key>:<verb>` of its own. */
  readonly buttons?: readonly string[];
  /** Not listed in the sidebar and the header search. */
  readonly hidden?: true;
  /** Its tab is not kept alive while another one is shown. */
  readonly noCache?: true;
  /** Open to every role, as the specification says of a few screens. */
  readonly open?: true;
  /** The menu key that is highlighted in the sidebar while this hidden screen is shown. */
  readonly activeMenu?: string;
  readonly children?: readonly MenuNode[];
}

export const menu = [
  {
    key: 'base',
    path: '/home/base',
    icon: 'database',
    children: [
      {
        key: 'product',
        path: '/home/base/product',
        icon: 'product',
        children: [
          {
            key: 'productlist',
            path: '/productlist',
            icon: 'product',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
          },
        ],
      },
    ],
  },
  {
    key: 'tagging',
    path: '/home/tagging',
    icon: 'qrcode',
    children: [
      {
        key: 'records',
        path: '/home/tagging/records',
        icon: 'records',
        buttons: ['add', 'close', 'download', 'export'],
      },
      { key: 'rulenews', path: '/home/tagging/rulenews', icon: 'search' },
      { key: 'coderule', path: '/home/tagging/coderule', icon: 'rule', buttons: ['add', 'update', 'delete', 'export'] },
    ],
  },
  {
    key: 'querymanage',
    path: '/querymanage',
    icon: 'scan',
    children: [{ key: 'customerquery', path: '/customerquery', icon: 'history', buttons: ['export'] }],
  },
] as const satisfies readonly MenuNode[];

type NodeOf<Nodes> = Nodes extends readonly (infer Node)[]
  ? Node extends { readonly children: infer Children }
    ? Node | NodeOf<Children>
    : Node
  : never;

type Node = NodeOf<typeof menu>;

/** A role of the tree: the key of a menu node. */
export type MenuKey = Node['key'];
/** A button's permission, e.g. `productlist:add`. */
export type ButtonCode = Node extends infer N
  ? N extends { readonly key: infer Key extends string; readonly buttons: readonly (infer Verb extends string)[] }
    ? `${Key}:${Verb}`
    : never
  : never;

export type Permission = MenuKey | ButtonCode;

/** Every node of the tree, parents before children, with its parents' keys. */
export function menuNodes(
  nodes: readonly MenuNode[] = menu,
  parents: readonly string[] = [],
): { node: MenuNode; parents: readonly string[] }[] {
  return nodes.flatMap((node) => [{ node, parents }, ...menuNodes(node.children ?? [], [...parents, node.key])]);
}

export const buttonCode = (key: string, verb: string): string => `${key}:${verb}`;
