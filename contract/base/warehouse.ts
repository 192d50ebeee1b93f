import Type from 'typebox';
import { defineCall } from '../call.ts';
import {
  Id,
  IdInput,
  IdOutput,
  Input,
  Moment,
  NoInput,
  Nullable,
  PageOf,
  PageQuery,
  RequiredText,
  Text,
} from '../fields.ts';
import { exportOf, importOf } from '../list.ts';
import { TreeOf } from '../tree.ts';
import { AreaCode } from './area.ts';
import { keptFilters, keptRow, Status } from './partner-fields.ts';

export const warehouseTypes = ['finished', 'raw', 'packaging', 'returns', 'transit', 'other'] as const;
const WarehouseType = () => Type.Enum([...warehouseTypes]);

const warehouseFields = {
  warehouse_code: RequiredText(64),
  warehouse_name: RequiredText(128),
  warehouse_type: WarehouseType(),
  /** The warehouse that this one is a part of; both have the same owner. */
  parent_id: Type.Optional(Nullable(Id())),
  /** Whose it is: a factory's, a dealer's, or the enterprise's own when neither is said. */
  factory_id: Type.Optional(Nullable(Id())),
  dealer_id: Type.Optional(Nullable(Id())),
  /** The account of the person who keeps it. */
  keeper_id: Type.Optional(Nullable(Id())),
  depart_code: Type.Optional(Nullable(Text(64))),
  area_code: Type.Optional(Nullable(AreaCode())),
  address: Type.Optional(Nullable(Text(256))),
  status: Type.Optional(Status()),
};

export const Warehouse = Type.Object({
  ...keptRow,
  warehouse_code: Type.String(),
  warehouse_name: Type.String(),
  warehouse_type: WarehouseType(),
  parent_id: Nullable(Id()),
  parent_code: Nullable(Type.String()),
  parent_name: Nullable(Type.String()),
  factory_id: Nullable(Id()),
  factory_code: Nullable(Type.String()),
  factory_name: Nullable(Type.String()),
  dealer_id: Nullable(Id()),
  dealer_code: Nullable(Type.String()),
  dealer_name: Nullable(Type.String()),
  keeper_id: Nullable(Id()),
  keeper_account: Nullable(Type.String()),
  keeper_name: Nullable(Type.String()),
  depart_code: Nullable(Type.String()),
  area_code: Nullable(Type.String()),
  area_name: Nullable(Type.String()),
  address: Nullable(Type.String()),
});
export type Warehouse = Type.Static<typeof Warehouse>;

export const warehousePage = defineCall({
  method: 'GET',
  path: '/api/base/warehouses/pagelist',
  access: ['store'],
  summary: 'Warehouses, a page at a time.',
  input: PageQuery(['warehouse_code', 'warehouse_name', 'created_at', 'updated_at'], {
    ...keptFilters,
    warehouse_type: Type.Optional(WarehouseType()),
    parent_id: Type.Optional(Id()),
    factory_id: Type.Optional(Id()),
    dealer_id: Type.Optional(Id()),
  }),
  output: PageOf(Warehouse),
});
export const warehouseAdd = defineCall({
  method: 'POST',
  path: '/api/base/warehouses/add',
  access: ['store:add'],
  summary: 'Add a warehouse. One that a factory’s or a dealer’s person adds is theirs.',
  input: Input(warehouseFields),
  output: IdOutput(),
});
export const warehouseUpdate = defineCall({
  method: 'POST',
  path: '/api/base/warehouses/update',
  access: ['store:update'],
  summary: 'Change a warehouse. With `updated_at` as it was read, a change made meanwhile refuses it (409).',
  input: Input({ id: Id(), ...warehouseFields, updated_at: Type.Optional(Moment()) }),
  output: IdOutput(),
});
export const warehouseDelete = defineCall({
  method: 'POST',
  path: '/api/base/warehouses/delete',
  access: ['store:delete'],
  summary: 'Delete a warehouse that nothing refers to.',
  input: IdInput(),
  output: Type.Null(),
});
export const warehouseExport = exportOf(warehousePage, ['store:export']);
export const warehouseImport = importOf(warehouseAdd, ['store:import']);

/** Levels that the document of the calls shows; there may be more. */
const shownLevels = 6;

export const warehouseTree = defineCall({
  method: 'GET',
  path: '/api/base/warehouses/tree',
  access: ['store'],
  summary: 'All warehouses as a tree: what a warehouse consists of is its `listSubWareHouses`.',
  input: NoInput(),
  output: Type.Array(
    TreeOf(
      {
        id: Id(),
        warehouse_code: Type.String(),
        warehouse_name: Type.String(),
        warehouse_type: WarehouseType(),
        status: Status(),
      },
      shownLevels,
    ),
  ),
});

export const keeperPage = defineCall({
  method: 'GET',
  path: '/api/base/warehouses/keepers',
  access: ['store'],
  summary: 'People who can keep a warehouse, a page at a time: the enterprise’s, or a factory’s or dealer’s own.',
  input: PageQuery(['name'], { keyword: Type.Optional(Text(64)) }),
  output: PageOf(Type.Object({ id: Id(), account_name: Type.String(), name: Type.String() })),
});
