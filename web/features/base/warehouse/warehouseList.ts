import { keeper, warehouse } from '@suyuan/contract/base/warehouse.ts';
import { placeGlnShown } from '#ui/area/glnShown.ts';
import { addressShown } from '#ui/area/reachableShown.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference, factoryReference } from '#ui/pickers/baseReferences.ts';
import { DepartmentPicker } from './DepartmentPicker.tsx';
import { WarehouseKeys } from './WarehouseKeys.tsx';

export const warehouseList = thingList(warehouse, {
  titleOf: (row) => row.warehouse_name,
  actions: [{ key: 'keys', text: 'button.keys', permission: 'store:keys', later: true, dialog: WarehouseKeys }],
  shown: {
    warehouse_code: { width: 110, example: 'CK-01' },
    warehouse_name: { width: 170, example: 'example.warehouse_name' },
    warehouse_type: { form: { initial: 'finished' } },
    status: { width: 80 },
    parent_id: {
      reference: { page: warehouse.page, label: (row) => `${row.warehouse_name} (${row.warehouse_code})` },
      nameOf: (row) => row.parent_name,
      search: false,
    },
    parent_code: { hidden: true },
    keeper_id: {
      reference: { page: keeper.page, label: (row) => `${row.name} (${row.account_name})` },
      nameOf: (row) => row.keeper_name,
    },
    keeper_account: { hidden: true },
    parent_name: { width: 150 },
    keeper_name: { width: 100 },
    blind_count: { width: 110, hidden: true, form: { hint: 'store.blindHint' } },
    damaged_zone_id: {
      reference: { page: warehouse.page, label: (row) => `${row.warehouse_name} (${row.warehouse_code})` },
      nameOf: (row) => row.damaged_zone_name,
      search: false,
      form: { hint: 'store.damagedHint' },
    },
    damaged_zone_code: { hidden: true, detail: false },
    damaged_zone_name: { width: 140, hidden: true },
    depart_code: { input: DepartmentPicker, width: 130, hidden: true },
    ...addressShown,
    ...placeGlnShown,
    factory_id: {
      reference: factoryReference,
      nameOf: (row) => row.factory_name,
    },
    factory_code: { hidden: true },
    dealer_id: {
      reference: dealerReference,
      nameOf: (row) => row.dealer_name,
      form: { hint: 'store.ownerHint' },
    },
    dealer_code: { hidden: true },
  },
});
