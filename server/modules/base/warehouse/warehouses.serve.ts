import { keeper, warehouse, warehouseTree } from '@suyuan/contract/base/warehouse.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { RowOf } from '@suyuan/contract/thing/thing.ts';
import type { Kysely } from 'kysely';
import { areaName, areaParser } from '#platform/areas/areas.ts';
import { placeGlnColumns } from '#platform/areas/gln-rules.ts';
import type { Principal } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { heldIn, serveDeclaredList } from '#platform/lists/declared-list.ts';
import { namesOf } from '#platform/records/in-use.ts';
import type { Saved } from '#platform/records/record-rules.ts';
import { referred, referredAbove } from '#platform/references/references.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import type { SharedServices } from '#shared-services.ts';
import { presentRow } from '../fields.ts';
import { warehouseTable } from './warehouse.table.ts';
import { requireRight } from './warehouse-rules.ts';

type WarehouseInput = InputOf<typeof warehouse.add>;

export default function serveWarehouses(services: Services, { revokeKeysOf, holdZones }: SharedServices): void {
  const { routes } = services;

  serveThing(services, warehouse, {
    table: 'warehouse',
    rows: warehouses,
    present: (row) => ({ ...presentRow(row), area_name: row.area_code && areaName(row.area_code) }),
    foundBy: ['warehouse_code', 'warehouse_name'],
    columns: (input, caller) => ({ ...ownerOf(input, caller), ...placeGlnColumns(input) }),
    check: requireRight,
    keep: async (rows) => {
      const [first] = rows;
      const warehouses = rows.filter(getsOwner).map(({ id }) => id);
      if (!first) return;
      await revokeKeysOf.get()(first.change, { warehouses });
      const children = rows.filter(getsParent).map(({ id }) => id);
      if (children.length > 0) await holdZones.get()(first.change, children, first.caller.account);
    },
    parsers: {
      parent_id: referredAbove(warehouseTable, ['parent_code', 'parent_name']),
      damaged_zone_id: referred('warehouse', ['damaged_zone_code', 'damaged_zone_name']),
      factory_id: referred('factory', ['factory_code', 'factory_name']),
      dealer_id: referred('dealer', ['dealer_code', 'dealer_name']),
      keeper_id: referred('account', ['keeper_account', 'keeper_name']),
      area_code: areaParser,
    },
    users: (db, id) => ({
      warehouse_has_warehouses: namesOf(db.selectFrom('warehouse').where('parent_id', '=', id), 'warehouse_name'),
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

  serveDeclaredList(services, keeper, {
    rows: (from) => from.selectFrom('account').select(['id', 'account_name', 'name']).where('status', '=', 'enabled'),
    narrow: { keyword: heldIn('name', 'account_name') },
    defaultSort: 'name',
    present: (row: RowOf<typeof keeper>) => row,
  });
}

/** The query for warehouses with their parents, owners and keepers. */
const warehouses = (db: Kysely<Schema>) =>
  db
    .selectFrom('warehouse')
    .leftJoin('warehouse as parent', 'parent.id', 'warehouse.parent_id')
    .leftJoin('factory as of_factory', 'of_factory.id', 'warehouse.factory_id')
    .leftJoin('dealer as of_dealer', 'of_dealer.id', 'warehouse.dealer_id')
    .leftJoin('account as keeper', 'keeper.id', 'warehouse.keeper_id')
    .leftJoin('warehouse as damaged_zone', 'damaged_zone.id', 'warehouse.damaged_zone_id')
    .selectAll('warehouse')
    .select([
      'parent.warehouse_code as parent_code',
      'parent.warehouse_name as parent_name',
      'damaged_zone.warehouse_code as damaged_zone_code',
      'damaged_zone.warehouse_name as damaged_zone_name',
      'of_factory.factory_code',
      'of_factory.factory_name',
      'of_dealer.dealer_code',
      'of_dealer.dealer_name',
      'keeper.account_name as keeper_account',
      'keeper.name as keeper_name',
    ]);

/** Whether a warehouse belongs to somebody else than before. */
const getsOwner = ({ before, input, caller }: Saved<WarehouseInput>): boolean => {
  const { factory_id, dealer_id } = ownerOf(input, caller);
  return before !== undefined && (before.factory_id !== factory_id || before.dealer_id !== dealer_id);
};

/** Whether a warehouse lies in another one that it did not lie in before. */
const getsParent = ({ before, input: { parent_id } }: Saved<WarehouseInput>): boolean =>
  typeof parent_id === 'number' && parent_id !== before?.parent_id;

/** The owner of a warehouse: a party for what its own people add; people of the enterprise choose it. */
const ownerOf = ({ factory_id = null, dealer_id = null }: WarehouseInput, { account: { party } }: Principal) =>
  party
    ? { factory_id: party.kind === 'factory' ? party.id : null, dealer_id: party.kind === 'dealer' ? party.id : null }
    : { factory_id, dealer_id };

/** Builds a tree of rows; rows whose parent is missing are at the top. */
function treeOf<Row extends { readonly id: number; readonly parent_id: number | null }>(
  rows: readonly Row[],
): TreeNode<Row>[] {
  const ids = new Set(rows.map(({ id }) => id));
  const below = Map.groupBy(rows, ({ parent_id }) => (parent_id !== null && ids.has(parent_id) ? parent_id : 0));
  const nodesOf = (id: number): TreeNode<Row>[] =>
    (below.get(id) ?? []).map((row) => ({ ...row, listSubWareHouses: nodesOf(row.id) }));
  return nodesOf(0);
}

type TreeNode<Row> = Row & { readonly listSubWareHouses: TreeNode<Row>[] };
