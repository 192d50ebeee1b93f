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
    {
      key: 'partner',
      path: '/home/integration/partner',
      icon: 'partner',
      buttons: ['add', 'update', 'delete', 'import', 'export'],
    },
    { key: 'epcisevent', path: '/home/integration/epcisevent', icon: 'event', buttons: ['export'] },
    { key: 'epciscapture', path: '/home/integration/epciscapture', icon: 'capture', buttons: ['export'] },
    {
      key: 'subscription',
      path: '/home/integration/subscription',
      icon: 'subscription',
      buttons: ['pause', 'resend', 'delete', 'export'],
    },
  ],
} as const satisfies MenuNode;
