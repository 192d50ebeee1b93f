import type { MenuNode } from './menu-node.ts';

export const physical = {
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
          buttons: ['add', 'update', 'delete', 'load', 'ship', 'short', 'close', 'rules', 'print', 'import', 'export'],
        },
        { key: 'arrival', path: '/arrival', icon: 'arrival', buttons: ['tally', 'sign', 'export'] },
        {
          key: 'stock',
          path: '/stock',
          icon: 'stock',
          buttons: ['move', 'count', 'adjust', 'print', 'export'],
        },
        { key: 'boxcode', path: '/boxcode', icon: 'boxcode' },
        { key: 'minderlieferung', path: '/Minderlieferung', icon: 'minderlieferung', buttons: ['add', 'export'] },
        { key: 'barter', path: '/barter', icon: 'barter', buttons: ['add', 'export'] },
        { key: 'rdcdissociated', path: '/RDCdissociated', icon: 'dissociated', buttons: ['add', 'export'] },
        { key: 'xiazai', path: '/xiazai', icon: 'xiazai', buttons: ['upload', 'download', 'export'] },
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
        { key: 'dissociated', path: '/dissociated', icon: 'dissociated', buttons: ['add', 'export'] },
        {
          key: 'deliveryorder',
          path: '/deliveryorder',
          icon: 'exception',
          buttons: ['assign', 'note', 'settle', 'retry', 'discard', 'export'],
        },
      ],
    },
  ],
} as const satisfies MenuNode;
