import type { MenuNode } from '@suyuan/contract/menu/menu-node.ts';
import { type MenuKey, menu } from '@suyuan/contract/menu.ts';
import type { TextKey } from '../i18n/textKeys.ts';
import type { RouteRecord } from './routeRecord.ts';

/** The routes within the layout that everyone signed in may enter. */
export const staticRoutes: readonly RouteRecord[] = [
  {
    name: 'dashboard',
    path: '/dashboard',
    meta: { title: 'menu.dashboard', icon: 'dashboard', affix: true, noCache: true },
  },
  {
    name: 'profile',
    path: '/profile',
    meta: { hidden: true },
    children: [
      {
        name: 'profileindex',
        path: '/profile/index',
        meta: { title: 'menu.profile', icon: 'user', hidden: true, noCache: true },
      },
    ],
  },
];

/** The root of the permission-gated tree; it redirects to the first screen in it (`resolve`). */
export const homeRoute: RouteRecord = { name: 'home', path: '/home', meta: { title: 'menu.home' } };

/** The route of a menu node, guarded by the role named like its key, unless it is open to all. */
export function routeOf(node: MenuNode): RouteRecord {
  return {
    name: node.key,
    path: node.path,
    meta: {
      title: `menu.${node.key as MenuKey}` satisfies TextKey,
      ...(node.icon === undefined ? {} : { icon: node.icon }),
      ...(node.open ? {} : { roles: [node.key, 'admin'] }),
      ...(node.noCache ? { noCache: true } : {}),
      ...(node.hidden ? { hidden: true } : {}),
      ...(node.activeMenu === undefined ? {} : { activeMenu: node.activeMenu }),
    },
    ...(node.children ? { children: node.children.map(routeOf) } : {}),
  };
}

/** The permission-gated tree. */
export const gatedRoutes: readonly RouteRecord[] = menu.map(routeOf);

/** Whether a top-level route belongs to the permission-gated tree. */
export const isOfHome = ({ name }: Pick<RouteRecord, 'name'>): boolean =>
  !staticRoutes.some((route) => route.name === name);

export const allRoutes: readonly RouteRecord[] = [...staticRoutes, ...gatedRoutes];
