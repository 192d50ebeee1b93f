import * as baseAreas from './base/area.ts';
import * as baseBrands from './base/brand.ts';
import * as baseDealers from './base/dealer.ts';
import * as baseEnterprise from './base/enterprise.ts';
import * as baseFactories from './base/factory.ts';
import * as baseHierarchies from './base/hierarchy.ts';
import * as baseMaterials from './base/material.ts';
import * as basePackagingUnits from './base/packaging-unit.ts';
import * as basePictures from './base/picture.ts';
import * as base from './base/product.ts';
import * as baseProductFields from './base/product-field.ts';
import * as baseShipTo from './base/ship-to.ts';
import * as baseWarehouses from './base/warehouse.ts';
import type { Call } from './call.ts';
import * as consumer from './consumer/scan.ts';
import * as dashboard from './dashboard/figures.ts';
import * as list from './list.ts';
import * as organAccess from './organ/access-log.ts';
import * as organPeople from './organ/account.ts';
import * as organAudit from './organ/audit-log.ts';
import * as organDepartments from './organ/department.ts';
import * as organMenus from './organ/menu-setting.ts';
import * as organAccount from './organ/own-account.ts';
import * as organPositions from './organ/position.ts';
import * as organRights from './organ/role.ts';
import * as organ from './organ/session.ts';
import * as sso from './organ/sign-in.ts';
import * as carousel from './querymanage/carousel-picture.ts';
import * as querymanage from './querymanage/consumer-scan.ts';
import * as customerInquire from './querymanage/customer-inquire.ts';
import * as scanTemplates from './querymanage/scan-template.ts';
import * as taggingBinding from './tagging/code-binding.ts';
import * as taggingClosures from './tagging/code-closure.ts';
import * as taggingImport from './tagging/code-import.ts';
import * as taggingOrders from './tagging/code-order.ts';
import * as taggingQuery from './tagging/code-query.ts';
import * as taggingRules from './tagging/code-rule.ts';
import * as taggingDownloads from './tagging/order-download.ts';
import * as taggingFiles from './tagging/order-file.ts';
import * as taggingPreview from './tagging/rule-preview.ts';
import { callsIn } from './thing.ts';

/** Every call there is. A call that is not in this list cannot be served. */
export const calls: readonly Call[] = [
  baseMaterials,
  baseFactories,
  baseWarehouses,
  baseShipTo,
  baseDealers,
  baseEnterprise,
  organAudit,
  organAccess,
  organMenus,
  organRights,
  baseAreas,
  sso,
  organ,
  organAccount,
  organDepartments,
  organPositions,
  organPeople,
  dashboard,
  base,
  list,
  basePictures,
  baseProductFields,
  baseBrands,
  basePackagingUnits,
  baseHierarchies,
  taggingRules,
  taggingPreview,
  taggingOrders,
  taggingDownloads,
  taggingFiles,
  taggingQuery,
  taggingBinding,
  taggingClosures,
  taggingImport,
  querymanage,
  customerInquire,
  scanTemplates,
  carousel,
  consumer,
].flatMap(callsIn);
