import { type ComponentType, lazy, type ReactNode } from 'react';
import type { MenuKey, menu } from '../../contract/menu.ts';
import { whilePending } from '../navigation/pending.ts';

type LeafOf<Nodes> = Nodes extends readonly (infer Node)[]
  ? Node extends { readonly children: infer Children }
    ? LeafOf<Children>
    : Node extends { readonly key: infer Key }
      ? Key
      : never
  : never;
type ScreenKey = (LeafOf<typeof menu> & MenuKey) | 'dashboard' | 'profileindex';

type Load = () => Promise<{ default: ComponentType }>;

/** The screen of every leaf of the menu. One that is missing, or one too many, does not compile. */
const loads: Readonly<Record<ScreenKey, Load>> = {
  dashboard: () => import('../features/dashboard/Dashboard.tsx'),
  profileindex: () => import('../features/profile/Profile.tsx'),
  productlist: () => import('../features/base/ProductList.tsx'),
  records: () => import('../features/tagging/CodeOrders.tsx'),
  rulenews: () => import('../features/tagging/CodeQuery.tsx'),
  coderule: () => import('../features/tagging/CodeRules.tsx'),
  customerquery: () => import('../features/querymanage/CustomerQuery.tsx'),
};

const screens = new Map(
  Object.entries(loads).map(([key, load]) => [key, { load, Screen: lazy(() => whilePending(load())) }]),
);

export function screenOf(name: string): ReactNode {
  const screen = screens.get(name);
  return screen && <screen.Screen />;
}

/** Fetches a screen before it is asked for, e.g. when the pointer is on its link. If that fails, opening it will tell. */
export const preloadScreen = (name: string): Promise<unknown> | undefined =>
  screens
    .get(name)
    ?.load()
    .catch(() => undefined);
