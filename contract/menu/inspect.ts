import type { MenuNode } from './menu-node.ts';

export const inspect = {
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
    {
      key: 'case',
      path: '/case',
      icon: 'case',
      buttons: ['add', 'update', 'task', 'close', 'settle', 'approve', 'pay', 'export'],
    },
    { key: 'warningparam', path: '/warningparam', icon: 'limits', buttons: ['update'] },
    { key: 'informationinquiry', path: '/informationinquiry', icon: 'search', buttons: ['declare'] },
    { key: 'hold', path: '/hold', icon: 'hold', buttons: ['add', 'update', 'release', 'export'] },
    {
      key: 'recall',
      path: '/recall',
      icon: 'refund',
      buttons: ['add', 'update', 'delete', 'begin', 'close', 'release', 'export'],
    },
    { key: 'recallnotice', path: '/recallnotice', icon: 'warning', buttons: ['answer', 'export'] },
    { key: 'diversion', path: '/diversion', icon: 'summary', buttons: ['export'] },
  ],
} as const satisfies MenuNode;
