import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { defineFound } from '#platform/find/found.ts';

export const warehouseFound = defineFound(warehouse, {
  table: 'warehouse',
  title: 'warehouse_name',
  code: 'warehouse_code',
});
