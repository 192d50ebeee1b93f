import { dealerList } from '@suyuan/contract/base/dealer.ts';
import { factory } from '@suyuan/contract/base/factory.ts';
import { material, supplier } from '@suyuan/contract/base/material.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Reference, Row } from '../records.ts';

export const dealerReference: Reference = {
  list: dealerList,
  label: (row) => `${row.dealer_name} (${row.dealer_code})`,
  partyOf: ({ id, dealer_name: name }) => ({ holder: 'dealer', id, name }),
};

/** All factories, the enterprise's own and external ones. */
export const factoryReference: Reference = {
  page: factory.page,
  label: (row) => `${row.factory_name} (${row.factory_code})`,
  partyOf: ({ id, factory_name: name }) => ({ holder: 'factory', id, name }),
};

/** Enabled packaging relations, with their ratios. */
export const hierarchyReference: Reference = {
  page: hierarchy.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.hierarchy_name} (${row.ratio})`,
};

/** All suppliers of packaging materials. */
export const supplierReference: Reference = {
  page: supplier.page,
  label: (row) => `${row.supplier_name} (${row.supplier_code})`,
  partyOf: ({ id, supplier_name: name }) => ({ holder: 'supplier', id, name }),
};

/** Enabled materials; packaging materials come from their supplier. */
export const materialReference: Reference = {
  page: material.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.material_name} (${row.material_code})`,
  partyOf: ({ supplier_id: id, supplier_name: name }) => ({ holder: 'supplier', id, name }),
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
