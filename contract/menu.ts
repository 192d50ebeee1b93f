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
          { key: 'productpages', path: '/productpages', hidden: true, open: true, activeMenu: 'productlist' },
          { key: 'productaddedit', path: '/productaddedit', hidden: true, open: true, activeMenu: 'productlist' },
          {
            key: 'prodcutextend',
            path: '/prodcutextend',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
            hidden: true,
            open: true,
            activeMenu: 'productlist',
          },
          {
            key: 'productsort',
            path: '/productsort',
            icon: 'brand',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
          },
          {
            key: 'productunit',
            path: '/productunit',
            icon: 'unit',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
          },
          {
            key: 'hierarchy',
            path: '/hierarchy',
            icon: 'hierarchy',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
          },
        ],
      },
      { key: 'store', path: '/store', icon: 'store', buttons: ['add', 'update', 'delete', 'keys', 'import', 'export'] },
      {
        key: 'dealer',
        path: '/dealer',
        icon: 'dealer',
        buttons: ['add', 'update', 'delete', 'import', 'export'],
      },
      {
        key: 'material',
        path: '/material',
        icon: 'material',
        buttons: ['add', 'update', 'delete', 'import', 'export'],
      },
      {
        key: 'outsourcing',
        path: '/outsourcing',
        icon: 'outsourcing',
        buttons: ['add', 'update', 'delete', 'import', 'export'],
      },
      { key: 'enterprise', path: '/enterprise', icon: 'enterprise', buttons: ['update'] },
    ],
  },
  {
    key: 'organ',
    path: '/home/organ',
    icon: 'organ',
    children: [
      { key: 'tree', path: '/tree', icon: 'tree', buttons: ['add', 'update', 'delete'] },
      {
        key: 'departmentjob',
        path: '/home/organ/departmentjob',
        icon: 'position',
        buttons: ['add', 'update', 'delete'],
      },
      {
        key: 'staff',
        path: '/staff',
        icon: 'staff',
        children: [
          {
            key: 'stafflist',
            path: '/stafflist',
            icon: 'staff',
            buttons: ['add', 'update', 'delete', 'resetpassword', 'resettwostep', 'import', 'export'],
          },
        ],
      },
      {
        key: 'role',
        path: '/role',
        icon: 'role',
        children: [
          {
            key: 'rolemanage',
            path: '/role/rolemanage',
            icon: 'role',
            buttons: ['add', 'update', 'delete', 'export'],
          },
          {
            key: 'setmenusenable',
            path: '/role/setmenusenable',
            hidden: true,
            open: true,
            activeMenu: 'rolemanage',
            buttons: ['update'],
          },
          {
            key: 'buttonpower',
            path: '/role/buttonpower',
            icon: 'button',
            open: true,
            buttons: ['add', 'update', 'delete'],
          },
        ],
      },
      { key: 'loginlog', path: '/home/organ/loginlog', icon: 'signin', buttons: ['export'] },
      { key: 'auditlog', path: '/home/organ/auditlog', icon: 'audit', buttons: ['export'] },
    ],
  },
  {
    key: 'tagging',
    path: '/home/tagging',
    icon: 'qrcode',
    children: [
      {
        key: 'readycreate',
        path: '/home/tagging/readycreate',
        icon: 'precode',
        buttons: ['add', 'bind', 'unbind', 'download', 'import', 'export'],
      },
      {
        key: 'records',
        path: '/home/tagging/records',
        icon: 'records',
        buttons: ['add', 'close', 'download', 'export'],
      },
      { key: 'rulenews', path: '/home/tagging/rulenews', icon: 'search', buttons: ['export'] },
      {
        key: 'queryclose',
        path: '/home/tagging/queryclose',
        icon: 'stop',
        buttons: ['close', 'reopen', 'approve', 'export'],
      },
      { key: 'coderule', path: '/home/tagging/coderule', icon: 'rule', buttons: ['add', 'update', 'delete', 'export'] },
    ],
  },
  {
    key: 'plant',
    path: '/home/plant',
    icon: 'plant',
    children: [
      {
        key: 'plantinfo',
        path: '/home/plant/plantinfo',
        icon: 'factory',
        children: [
          {
            key: 'plantmanage',
            path: '/home/plant/plantinfo/plantmanage',
            icon: 'factory',
            children: [
              {
                key: 'plantlist',
                path: '/home/plant/plantinfo/plantmanage/plantlist',
                icon: 'factory',
                buttons: ['add', 'update', 'delete', 'import', 'export'],
                noCache: true,
              },
              {
                key: 'workshoplist',
                path: '/workshoplist',
                icon: 'workshop',
                buttons: ['add', 'update', 'delete', 'import', 'export'],
                noCache: true,
              },
              {
                key: 'workline',
                path: '/workline',
                icon: 'line',
                buttons: ['add', 'update', 'delete', 'keys', 'import', 'export'],
                noCache: true,
              },
            ],
          },
          {
            key: 'classlist',
            path: '/home/plant/plantinfo/classlist',
            icon: 'shift',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
          },
        ],
      },
      {
        key: 'production',
        path: '/home/plant/production',
        icon: 'production',
        children: [
          {
            key: 'orderlist',
            path: '/orderlist',
            icon: 'workorder',
            buttons: [
              'add',
              'update',
              'delete',
              'release',
              'start',
              'hold',
              'finish',
              'close',
              'quality',
              'materials',
              'import',
              'export',
            ],
          },
          { key: 'relevance', path: '/relevance', icon: 'pack', buttons: ['pack', 'upload'] },
          { key: 'unrelevance1', path: '/unrelevance1', icon: 'unpack', buttons: ['add'] },
          { key: 'replace', path: '/home/plant/production/replace', icon: 'replace', buttons: ['add'] },
          { key: 'taskmanagement', path: '/taskmanagement', icon: 'task', buttons: ['stop'] },
          { key: 'materialquery', path: '/materialquery', icon: 'flow', buttons: ['export'] },
          {
            key: 'orderextendlist',
            path: '/orderextendlist',
            buttons: ['add', 'update', 'delete', 'import', 'export'],
            hidden: true,
            open: true,
            activeMenu: 'orderlist',
          },
          {
            key: 'repeatedquery',
            path: '/repeatedquery',
            icon: 'repeated',
            open: true,
            buttons: ['assign', 'note', 'settle', 'retry', 'discard', 'export'],
          },
        ],
      },
    ],
  },
  {
    key: 'physical',
    path: '/physical',
    icon: 'physical',
    children: [
      {
        key: 'shipments',
        path: '/physical/shipments',
        icon: 'shipments',
        children: [
          {
            key: 'freight',
            path: '/freight',
            icon: 'freight',
            buttons: [
              'add',
              'update',
              'delete',
              'load',
              'ship',
              'short',
              'sign',
              'close',
              'rules',
              'print',
              'import',
              'export',
            ],
          },
          { key: 'boxcode', path: '/boxcode', icon: 'boxcode' },
          { key: 'minderlieferung', path: '/Minderlieferung', icon: 'minderlieferung', buttons: ['add'] },
          { key: 'barter', path: '/barter', icon: 'barter', buttons: ['add'] },
          { key: 'rdcdissociated', path: '/RDCdissociated', icon: 'dissociated', buttons: ['add'] },
          { key: 'xiazai', path: '/xiazai', icon: 'xiazai', buttons: ['upload', 'download'] },
          {
            key: 'loglist',
            path: '/loglist',
            icon: 'wms',
            buttons: ['assign', 'note', 'settle', 'retry', 'discard', 'export'],
          },
        ],
      },
      {
        key: 'salesreturn',
        path: '/physical/salesreturn',
        icon: 'salesreturn',
        children: [
          {
            key: 'refund',
            path: '/refund',
            icon: 'refund',
            buttons: ['add', 'update', 'delete', 'receive', 'inspect', 'close', 'import', 'export'],
          },
          { key: 'dissociated', path: '/dissociated', icon: 'dissociated', buttons: ['add'] },
          {
            key: 'deliveryorder',
            path: '/deliveryorder',
            icon: 'exception',
            buttons: ['assign', 'note', 'settle', 'retry', 'discard', 'export'],
          },
        ],
      },
    ],
  },
  {
    key: 'report',
    path: '/home/report',
    icon: 'report',
    children: [
      {
        key: 'check',
        path: '/home/report/check',
        icon: 'inspection',
        children: [{ key: 'supervise', path: '/supervise', icon: 'inspection', buttons: ['export'] }],
      },
      {
        key: 'productionreport',
        path: '/home/report/productionreport',
        icon: 'production',
        children: [
          { key: 'collect', path: '/collect', icon: 'summary', buttons: ['export'] },
          { key: 'dateyield', path: '/dateyield', icon: 'calendar', buttons: ['export'] },
          { key: 'productionorder', path: '/productionorder', icon: 'progress', buttons: ['export'] },
        ],
      },
      {
        key: 'logistics',
        path: '/home/report/logistics',
        icon: 'handover',
        children: [
          { key: 'reportshipments', path: '/shipments', icon: 'shipments', buttons: ['export'] },
          {
            key: 'connect',
            path: '/connect',
            icon: 'handover',
            buttons: ['add', 'delete', 'hand', 'sign', 'export'],
          },
          { key: 'phoenix', path: '/phoenix', icon: 'salesreturn', buttons: ['export'] },
        ],
      },
    ],
  },
  {
    key: 'inspect',
    path: '/inspect',
    icon: 'inspect',
    children: [
      { key: 'forensics', path: '/forensics', icon: 'evidence', buttons: ['add', 'seal', 'export'] },
      { key: 'inspectrecord', path: '/inspectrecord', icon: 'inspection', buttons: ['add', 'torn', 'export'] },
      {
        key: 'queryconsumerwarning',
        path: '/queryconsumerwarning',
        icon: 'warning',
        buttons: ['take', 'assign', 'settle', 'export'],
      },
      { key: 'warningparam', path: '/warningparam', icon: 'limits', buttons: ['update'] },
      { key: 'informationinquiry', path: '/informationinquiry', icon: 'search', buttons: ['declare'] },
      { key: 'recall', path: '/recall', icon: 'refund', buttons: ['add', 'begin', 'close', 'export'] },
      { key: 'diversion', path: '/diversion', icon: 'summary', buttons: ['export'] },
    ],
  },
  {
    key: 'querymanage',
    path: '/querymanage',
    icon: 'scan',
    children: [
      { key: 'customerinquire', path: '/customerinquire', icon: 'phone' },
      { key: 'customerquery', path: '/customerquery', icon: 'history', buttons: ['export'] },
      { key: 'scancode', path: '/scancode', icon: 'template', buttons: ['add', 'update', 'delete', 'publish'] },
      { key: 'yyscancode', path: '/yyscancode', icon: 'carousel', buttons: ['add', 'update', 'delete'] },
    ],
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

/** How many levels the menu has. */
export const menuDepth = Math.max(...menuNodes().map(({ parents }) => parents.length + 1));

export const buttonCode = (key: string, verb: string): string => `${key}:${verb}`;
