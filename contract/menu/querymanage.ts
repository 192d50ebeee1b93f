import type { MenuNode } from './menu-node.ts';

export const querymanage = {
  key: 'querymanage',
  path: '/querymanage',
  icon: 'scan',
  children: [
    { key: 'customerinquire', path: '/customerinquire', icon: 'phone' },
    { key: 'customerquery', path: '/customerquery', icon: 'history', buttons: ['export'] },
    { key: 'scancode', path: '/scancode', icon: 'template', buttons: ['add', 'update', 'delete', 'publish', 'export'] },
    { key: 'yyscancode', path: '/yyscancode', icon: 'carousel', buttons: ['add', 'update', 'delete', 'export'] },
  ],
} as const satisfies MenuNode;
