import type { MenuNode } from './menu-node.ts';

export const integration = {
  key: 'integration',
  path: '/home/integration',
  icon: 'integration',
  children: [
    {
      key: 'apikey',
      path: '/home/integration/apikey',
      icon: 'key',
      buttons: ['add', 'update', 'rotate', 'revoke', 'export'],
    },
  ],
} as const satisfies MenuNode;
