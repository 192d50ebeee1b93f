import { type Kysely, sql } from 'kysely';
import {
  keeperPage,
  type Warehouse,
  warehouseAdd,
  warehouseDelete,
  warehouseExport,
  warehouseImport,
  warehousePage,
  warehouseTree,
  warehouseUpdate,
} from '../../../../contract/base/warehouse.ts';
import type { InputOf } from '../../../../contract/call.ts';
import type { Account, Caller } from '../../../platform/caller.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { areaName, areaWords } from '../../../platform/places/areas.ts';
import { serveRecords } from '../../../platform/records/records.ts';
import { findsWords } from '../../../platform/records/search.ts';
import { containing, serveList } from '../../../platform/serve/list.ts';
import type { Services } from '../../../platform/services.ts';
import { named, orNull, presentKept } from '../fields.ts';
import { referred, referredAbove } from '../references.ts';
import { requireRight } from './warehouse-rules.ts';
import { treeOf } from './warehouse-tree.ts';

type WarehouseInput = InputOf<typeof warehouseAdd>;

export function serveWarehouses(services: Services): void {
  const { routes } = services;

  serveList(services, {
    name: 'store',
    page: warehousePage,
    export: warehouseExport,
    columns: [
      'warehouse_code',
      'warehouse_name',
      'warehouse_type',
      'parent_code',
      'parent_name',
      'factory_code',
      'factory_name',
      'dealer_code',
      'dealer_name',
      'keeper_account',
      'keeper_name',
      'depart_code',
      'area_name',
      'address',
      'status',
      'created_at',
      'updated_at',
    ],
    rows: (from, { keyword, warehouse_type, parent_id, factory_id, dealer_id, status }) => {
      let rows = warehouses(from);
      if (keyword) rows = rows.where(findsWords('warehouse', keyword));
      if (warehouse_type) rows = rows.where('warehouse.warehouse_type', '=', warehouse_type);
      if (parent_id) rows = rows.where('warehouse.parent_id', '=', parent_id);
      if (factory_id) rows = rows.where('warehouse.factory_id', '=', factory_id);
      if (dealer_id) rows = rows.where('warehouse.dealer_id', '=', dealer_id);
      if (status) rows = rows.where('warehouse.status', '=', status);
      return rows;
    },
    sort: {
      warehouse_code: sql.ref('warehouse.warehouse_code'),
      warehouse_name: sql.ref('warehouse.warehouse_name'),
      created_at: sql.ref('warehouse.created_at'),
      updated_at: sql.ref('warehouse.updated_at'),
    },
    defaultSort: '-created_at',
    tieBreak: sql.ref('warehouse.id'),
    indexed: true,
    present: (row: WarehouseRow): Warehouse => ({
      ...presentKept(row),
      area_name: row.area_code && areaName(row.area_code),
    }),
  });

  serveRecords(services, {
    table: 'warehouse',
    add: warehouseAdd,
    update: warehouseUpdate,
    remove: warehouseDelete,
    import: {
      list: 'store',
      call: warehouseImport,
      words: {
        parent_id: referredAbove('warehouse', ['parent_code', 'parent_name']),
        factory_id: referred('factory', ['factory_code', 'factory_name']),
        dealer_id: referred('dealer', ['dealer_code', 'dealer_name']),
        keeper_id: referred('account', ['keeper_account', 'keeper_name']),
        area_code: areaWords,
      },
    },
    code: { field: 'warehouse_code', constraint: 'warehouse_code_key' },
    foundBy: ['warehouse_code', 'warehouse_name'],
    columns,
    check: requireRight,
    users: (db, id) => ({
      warehouse_has_warehouses: named(db.selectFrom('warehouse').where('parent_id', '=', id), 'warehouse_name'),
    }),
  });

  routes.serve(warehouseTree, async (_, { db }) => {
    const rows = await db
      .selectFrom('warehouse')
      .select(['id', 'parent_id', 'warehouse_code', 'warehouse_name', 'warehouse_type', 'status'])
      .orderBy('warehouse_code')
      .execute();
    return treeOf(rows);
  });

  serveList(services, {
    name: 'store',
    page: keeperPage,
    rows: (from, { keyword }) => {
      const rows = from.selectFrom('account').select(['id', 'account_name', 'name']).where('status', '=', 'enabled');
      if (!keyword) return rows;
      const pattern = containing(keyword);
      return rows.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('account_name', 'ilike', pattern)]));
    },
    sort: { name: sql.ref('name') },
    defaultSort: 'name',
    tieBreak: sql.ref('id'),
    present: (row: { id: number; account_name: string; name: string }) => row,
  });
}

/** Warehouses with those they are part of, their owners and their keepers. */
const warehouses = (db: Kysely<Schema>) =>
  db
    .selectFrom('warehouse')
    .leftJoin('warehouse as parent', 'parent.id', 'warehouse.parent_id')
    .leftJoin('factory as of_factory', 'of_factory.id', 'warehouse.factory_id')
    .leftJoin('dealer as of_dealer', 'of_dealer.id', 'warehouse.dealer_id')
    .leftJoin('account as keeper', 'keeper.id', 'warehouse.keeper_id')
    .selectAll('warehouse')
    .select([
      'parent.warehouse_code as parent_code',
      'parent.warehouse_name as parent_name',
      'of_factory.factory_code',
      'of_factory.factory_name',
      'of_dealer.dealer_code',
      'of_dealer.dealer_name',
      'keeper.account_name as keeper_account',
      'keeper.name as keeper_name',
    ]);

type WarehouseRow = Awaited<ReturnType<ReturnType<typeof warehouses>['execute']>>[number];

function columns(input: WarehouseInput, { account }: Caller<Account>) {
  const { warehouse_code, warehouse_name, warehouse_type, parent_id, keeper_id, depart_code, status } = input;
  return {
    warehouse_code: warehouse_code.trim(),
    warehouse_name: warehouse_name.trim(),
    warehouse_type,
    parent_id: parent_id ?? null,
    // What their people add is theirs.
    factory_id: account.account_type === 1 ? (input.factory_id ?? null) : account.factory_id,
    dealer_id: account.account_type === 1 ? (input.dealer_id ?? null) : account.dealer_id,
    keeper_id: keeper_id ?? null,
    depart_code: orNull(depart_code),
    area_code: input.area_code ?? null,
    address: orNull(input.address),
    ...(status ? { status } : {}),
  };
}
