import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { MenuKey, menu } from '../../contract/menu.ts';
import { whilePending } from '../navigation/pending.ts';
import { prepared } from './prepared.tsx';
import { queries } from './queries.ts';

type LeafOf<Nodes> = Nodes extends readonly (infer Node)[]
  ? Node extends { readonly children: infer Children }
    ? LeafOf<Children>
    : Node extends { readonly key: infer Key }
      ? Key
      : never
  : never;
type ScreenKey = (LeafOf<typeof menu> & MenuKey) | 'dashboard' | 'profileindex';

export interface ScreenModule {
  readonly default: ComponentType;
  /** What the screen asks the server for at once, by the query of its address. */
  readonly first?: (queries: QueryClient, query: URLSearchParams) => Promise<void>;
}

type Load = () => Promise<ScreenModule>;

/** The screen of every leaf of the menu. One that is missing, or one too many, does not compile. */
const loads: Readonly<Record<ScreenKey, Load>> = {
  dashboard: () => import('../features/dashboard/Dashboard.tsx'),
  profileindex: () => import('../features/profile/Profile.tsx'),
  productlist: () => import('../features/base/ProductList.tsx'),
  productpages: () => import('../features/base/ProductPage.tsx'),
  productaddedit: () => import('../features/base/ProductForm.tsx'),
  prodcutextend: () => import('../features/base/ProductFields.tsx'),
  productsort: () => import('../features/base/Brands.tsx'),
  productunit: () => import('../features/base/PackagingUnits.tsx'),
  hierarchy: () => import('../features/base/Hierarchies.tsx'),
  rolemanage: () => import('../features/organ/Roles.tsx'),
  setmenusenable: () => import('../features/organ/Menus.tsx'),
  buttonpower: () => import('../features/organ/Buttons.tsx'),
  loginlog: () => import('../features/organ/LoginLog.tsx'),
  auditlog: () => import('../features/organ/AuditLog.tsx'),
  store: () => import('../features/base/Warehouses.tsx'),
  dealer: () => import('../features/base/Dealers.tsx'),
  material: () => import('../features/base/Materials.tsx'),
  outsourcing: () => import('../features/base/Outsourcing.tsx'),
  enterprise: () => import('../features/base/Enterprise.tsx'),
  tree: () => import('../features/organ/DepartmentTree.tsx'),
  departmentjob: () => import('../features/organ/DepartmentJobs.tsx'),
  stafflist: () => import('../features/organ/StaffList.tsx'),
  readycreate: () => import('../features/tagging/PreCodes.tsx'),
  queryclose: () => import('../features/tagging/Closures.tsx'),
  records: () => import('../features/tagging/CodeOrders.tsx'),
  rulenews: () => import('../features/tagging/CodeQuery.tsx'),
  coderule: () => import('../features/tagging/CodeRules.tsx'),
  customerinquire: () => import('../features/querymanage/CustomerInquire.tsx'),
  customerquery: () => import('../features/querymanage/CustomerQuery.tsx'),
  scancode: () => import('../features/querymanage/ScanTemplates.tsx'),
  yyscancode: () => import('../features/querymanage/CarouselPictures.tsx'),
};

/** A screen that is waited for asks for its rows as soon as it is here, before it is drawn. */
async function forShowing(loading: Promise<ScreenModule>): Promise<ScreenModule> {
  const screen = await whilePending(loading);
  void screen.first?.(queries, new URLSearchParams(window.location.search));
  return screen;
}

const screens = new Map(Object.entries(loads).map(([key, load]) => [key, prepared(load, forShowing)]));

export function screenOf(name: string): ReactNode {
  const screen = screens.get(name);
  return screen && <screen.Prepared />;
}

/** Fetches a screen before it is asked for, e.g. when the pointer is on its link. If that fails, opening it will tell. */
export const preloadScreen = (name: string): Promise<ScreenModule | undefined> | undefined =>
  screens
    .get(name)
    ?.fetch()
    .catch(() => undefined);
