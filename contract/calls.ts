import * as base from './base.ts';
import * as baseAreas from './base-areas.ts';
import * as baseBrands from './base-brands.ts';
import * as baseDealers from './base-dealers.ts';
import * as baseEnterprise from './base-enterprise.ts';
import * as baseFactories from './base-factories.ts';
import * as baseHierarchies from './base-hierarchies.ts';
import * as baseMaterials from './base-materials.ts';
import * as basePackagingUnits from './base-packaging-units.ts';
import * as basePictures from './base-pictures.ts';
import * as baseProductFields from './base-product-fields.ts';
import * as baseShipTo from './base-ship-to.ts';
import * as baseWarehouses from './base-warehouses.ts';
import type { Call } from './call.ts';
import * as carousel from './carousel.ts';
import * as consumer from './consumer.ts';
import * as customerInquire from './customer-inquire.ts';
import * as dashboard from './dashboard.ts';
import * as list from './list.ts';
import * as organ from './organ.ts';
import * as organAccount from './organ-account.ts';
import * as organAudit from './organ-audit.ts';
import * as organDepartments from './organ-departments.ts';
import * as organMenus from './organ-menus.ts';
import * as organPeople from './organ-people.ts';
import * as organPositions from './organ-positions.ts';
import * as organRights from './organ-rights.ts';
import * as querymanage from './querymanage.ts';
import * as scanTemplates from './scan-templates.ts';
import * as sso from './sso.ts';
import * as tagging from './tagging.ts';
import * as taggingControl from './tagging-control.ts';
import * as taggingFiles from './tagging-files.ts';
import * as taggingImport from './tagging-import.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'input' in value;

/** Every call there is. A call that is not in this list cannot be served. */
export const calls: readonly Call[] = [
  baseMaterials,
  baseFactories,
  baseWarehouses,
  baseShipTo,
  baseDealers,
  baseEnterprise,
  organAudit,
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
  querymanage,
  customerInquire,
  scanTemplates,
  carousel,
  consumer,
].flatMap((branch) => Object.values(branch).filter(isCall));
