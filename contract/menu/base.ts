import type { MenuNode } from './menu-node.ts';

export const base = {
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
    {
      key: 'certificate',
      path: '/certificate',
      icon: 'certificate',
      buttons: ['add', 'update', 'delete', 'import', 'export'],
    },
    { key: 'enterprise', path: '/enterprise', icon: 'enterprise', buttons: ['update'] },
  ],
} as const satisfies MenuNode;
