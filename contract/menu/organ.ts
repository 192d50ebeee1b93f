import type { MenuNode } from './menu-node.ts';

export const organ = {
  key: 'organ',
  path: '/home/organ',
  icon: 'organ',
  children: [
    { key: 'tree', path: '/tree', icon: 'tree', buttons: ['add', 'update', 'delete', 'import', 'export'] },
    {
      key: 'departmentjob',
      path: '/home/organ/departmentjob',
      icon: 'position',
      buttons: ['add', 'update', 'delete', 'import', 'export'],
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
          buttons: ['add', 'update', 'delete', 'resetpassword', 'resettwostep', 'allowcodes', 'import', 'export'],
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
          buttons: ['add', 'update', 'delete', 'export'],
        },
      ],
    },
    { key: 'todo', path: '/todo', icon: 'todo', buttons: ['take', 'assign', 'remind', 'export'] },
    { key: 'todorule', path: '/todorule', icon: 'rule', buttons: ['add', 'update', 'delete', 'export'] },
    {
      key: 'handheld',
      path: '/home/organ/handheld',
      icon: 'handheld',
      buttons: ['message', 'settle', 'end', 'lock', 'export'],
    },
    { key: 'loginlog', path: '/home/organ/loginlog', icon: 'signin', buttons: ['export'] },
    { key: 'auditlog', path: '/home/organ/auditlog', icon: 'audit', buttons: ['export'] },
    { key: 'systemstatus', path: '/home/organ/systemstatus', icon: 'status' },
  ],
} as const satisfies MenuNode;
