import { dealerList } from '@suyuan/contract/base/dealer.ts';
import { factory } from '@suyuan/contract/base/factory.ts';
import { hierarchy } from '@suyuan/contract/base/hierarchy.ts';
import { material } from '@suyuan/contract/base/material.ts';
import { product } from '@suyuan/contract/base/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Reference, Row } from '../records.ts';

export const dealerReference: Reference = {
  list: dealerList,
  label: (row) => `${row.dealer_name} (${row.dealer_code})`,
};

/** All factories, the enterprise's own and external ones. */
export const factoryReference: Reference = {
  page: factory.page,
  label: (row) => `${row.factory_name} (${row.factory_code})`,
};

/** Enabled packaging relations, with their ratios. */
export const hierarchyReference: Reference = {
  page: hierarchy.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.hierarchy_name} (${row.ratio})`,
};

/** Enabled materials. */
export const materialReference: Reference = {
  page: material.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.material_name} (${row.material_code})`,
};

/** Enabled products. */
export const productReference = {
  page: product.page,
  filters: { status: 'enabled' },
  label: (row: Row) => `${row.product_name} (${row.product_code})`,
};

/** Enabled warehouses. */
export const warehouseReference: Reference = {
  page: warehouse.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.warehouse_name} (${row.warehouse_code})`,
};
