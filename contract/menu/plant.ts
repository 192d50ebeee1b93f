import type { MenuNode } from './menu-node.ts';

export const plant = {
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
            'split',
            'allow',
            'quality',
            'materials',
            'import',
            'export',
          ],
        },
        {
          key: 'relevance',
          path: '/relevance',
          icon: 'pack',
          buttons: ['pack', 'upload', 'scrap', 'sample', 'reject'],
        },
        { key: 'unrelevance1', path: '/unrelevance1', icon: 'unpack', buttons: ['add', 'export'] },
        { key: 'replace', path: '/home/plant/production/replace', icon: 'replace', buttons: ['add', 'export'] },
        {
          key: 'shift',
          path: '/home/plant/production/shift',
          icon: 'shift',
          buttons: ['add', 'delete', 'hand', 'sign', 'takeback', 'export'],
        },
        { key: 'taskmanagement', path: '/taskmanagement', icon: 'task', buttons: ['stop'] },
        { key: 'materialquery', path: '/materialquery', icon: 'flow', buttons: ['export'] },
        {
          key: 'repeatedquery',
          path: '/repeatedquery',
          icon: 'repeated',
          open: true,
          buttons: ['assign', 'note', 'settle', 'retry', 'discard', 'export'],
        },
        {
          key: 'orderextendlist',
          path: '/orderextendlist',
          buttons: ['add', 'update', 'delete', 'import', 'export'],
          hidden: true,
          open: true,
          activeMenu: 'orderlist',
        },
      ],
    },
  ],
} as const satisfies MenuNode;
