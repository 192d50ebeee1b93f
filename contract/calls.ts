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
import * as plantDeviceKeys from './plant/device-key.ts';
import * as plantFactories from './plant/factory.ts';
import * as plantLines from './plant/production-line.ts';
import * as plantTeams from './plant/team.ts';
import * as plantWorkshops from './plant/workshop.ts';
import * as carousel from './querymanage/carousel-picture.ts';
import * as querymanage from './querymanage/consumer-scan.ts';
import * as customerInquire from './querymanage/customer-inquire.ts';
import * as scanTemplates from './querymanage/scan-template.ts';
import * as taggingControl from './tagging/code-closure.ts';
import * as taggingImport from './tagging/code-import.ts';
import * as tagging from './tagging/code-order.ts';
import * as taggingFiles from './tagging/order-file.ts';
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
  tagging,
  taggingControl,
  taggingFiles,
  taggingImport,
  plantFactories,
  plantWorkshops,
  plantLines,
  plantDeviceKeys,
  plantTeams,
  querymanage,
  customerInquire,
  scanTemplates,
  carousel,
  consumer,
].flatMap(callsIn);
