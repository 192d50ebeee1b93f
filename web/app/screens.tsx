import { type ComponentType, lazy } from 'react';
import type { menu, MenuKey } from '../../contract/menu.ts';

type LeafOf<Nodes> = Nodes extends readonly (infer Node)[]
  ? Node extends { readonly children: infer Children }
    ? LeafOf<Children>
    : Node extends { readonly key: infer Key }
      ? Key
      : never
  : never;
export type ScreenKey = LeafOf<typeof menu> & MenuKey;

type Load = () => Promise<{ default: ComponentType }>;

/** The screen of every leaf of the menu. One that is missing, or one too many, does not compile. */
const load: Readonly<Record<ScreenKey, Load>> = {
  productlist: () => import('../features/base/ProductList.tsx'),
  records: () => import('../features/tagging/CodeOrders.tsx'),
  rulenews: () => import('../features/tagging/CodeQuery.tsx'),
  coderule: () => import('../features/tagging/CodeRules.tsx'),
  customerquery: () => import('../features/querymanage/CustomerQuery.tsx'),
};

export const screens = Object.fromEntries(Object.entries(load).map(([key, open]) => [key, lazy(open)])) as unknown as Readonly<
  Record<ScreenKey, ComponentType>
>;

/** Fetches a screen before it is asked for, e.g. when the pointer is on its link. */
export const preloadScreen = (key: ScreenKey): void => void load[key]().catch(() => undefined);
