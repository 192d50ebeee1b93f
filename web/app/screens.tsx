import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { MenuKey, menu } from '../../contract/menu.ts';
import type { TextBranch } from '../core/i18n/textKeys.ts';
import { withTexts } from '../core/i18n/withTexts.ts';
import { whilePending } from '../core/navigation/pending.ts';
import type { RouteRecord } from '../core/navigation/routeRecord.ts';
import { allRoutes } from '../core/navigation/routes.ts';
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
  productlist: () => import('../features/base/product/ProductList.tsx'),
  productpages: () => import('../features/base/product/ProductPage.tsx'),
  productaddedit: () => import('../features/base/product/ProductForm.tsx'),
  prodcutextend: () => import('../features/base/product/ProductFields.tsx'),
  productsort: () => import('../features/base/product/Brands.tsx'),
  productunit: () => import('../features/base/packaging/PackagingUnits.tsx'),
  hierarchy: () => import('../features/base/packaging/Hierarchies.tsx'),
  rolemanage: () => import('../features/organ/role/Roles.tsx'),
  setmenusenable: () => import('../features/organ/menu/Menus.tsx'),
  buttonpower: () => import('../features/organ/menu/Buttons.tsx'),
  loginlog: () => import('../features/organ/audit/LoginLog.tsx'),
  auditlog: () => import('../features/organ/audit/AuditLog.tsx'),
  store: () => import('../features/base/warehouse/store.screen.tsx'),
  dealer: () => import('../features/base/dealer/Dealers.tsx'),
  material: () => import('../features/base/supply/Materials.tsx'),
  outsourcing: () => import('../features/base/supply/Outsourcing.tsx'),
  enterprise: () => import('../features/base/enterprise/Enterprise.tsx'),
  tree: () => import('../features/organ/department/DepartmentTree.tsx'),
  departmentjob: () => import('../features/organ/department/DepartmentJobs.tsx'),
  stafflist: () => import('../features/organ/staff/StaffList.tsx'),
  readycreate: () => import('../features/tagging/order/PreCodes.tsx'),
  queryclose: () => import('../features/tagging/control/Closures.tsx'),
  records: () => import('../features/tagging/order/CodeOrders.tsx'),
  rulenews: () => import('../features/tagging/control/CodeQuery.tsx'),
  coderule: () => import('../features/tagging/rule/CodeRules.tsx'),
  plantlist: () => import('../features/plant/factory/plantlist.screen.tsx'),
  workshoplist: () => import('../features/plant/workshop/workshoplist.screen.tsx'),
  workline: () => import('../features/plant/line/workline.screen.tsx'),
  classlist: () => import('../features/plant/team/classlist.screen.tsx'),
  customerinquire: () => import('../features/querymanage/scan/CustomerInquire.tsx'),
  customerquery: () => import('../features/querymanage/scan/CustomerQuery.tsx'),
  scancode: () => import('../features/querymanage/template/ScanTemplates.tsx'),
  yyscancode: () => import('../features/querymanage/template/CarouselPictures.tsx'),
};

/** A screen that is waited for asks for its rows as soon as it is here, before it is drawn. */
async function forShowing(loading: Promise<ScreenModule>): Promise<ScreenModule> {
  const screen = await whilePending(loading);
  void screen.first?.(queries, new URLSearchParams(window.location.search));
  return screen;
}

const holds = (route: RouteRecord, name: string): boolean =>
  route.name === name || (route.children ?? []).some((child) => holds(child, name));

/** The branch of the menu that a screen stands in has its texts. */
const branchOf = (name: string) => allRoutes.find((root) => holds(root, name))?.name as TextBranch;

const screens = new Map(
  Object.entries(loads).map(([key, load]) => [key, prepared(withTexts(load, branchOf(key)), forShowing)]),
);

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
