import type { MenuNode } from './menu-node.ts';

export const tagging = {
  key: 'tagging',
  path: '/home/tagging',
  icon: 'qrcode',
  children: [
    {
      key: 'readycreate',
      path: '/home/tagging/readycreate',
      icon: 'precode',
      buttons: ['add', 'bind', 'unbind', 'download', 'reprint', 'import', 'export'],
    },
    {
      key: 'records',
      path: '/home/tagging/records',
      icon: 'records',
      buttons: ['add', 'close', 'download', 'reprint', 'export'],
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
} as const satisfies MenuNode;
