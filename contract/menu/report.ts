import type { MenuNode } from './menu-node.ts';

export const report = {
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
        { key: 'oee', path: '/oee', icon: 'oee', buttons: ['export'] },
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
} as const satisfies MenuNode;
