import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Id, NoInput, Nullable, RequiredText, TreeOf } from '../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineList, defineThing, keyword, type RowOf } from '../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../thing/thing-fields.ts';
import { addressFields, placeGlnFields, Status, statusField } from './partner-fields.ts';

const WarehouseType = () => Type.Enum(['finished', 'raw', 'packaging', 'returns', 'quarantine', 'transit', 'other']);

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const warehouse = defineThing({
  key: 'store',
  table: 'warehouse',
  code: 'warehouse_code',
  upsert: true,
  path: '/api/base/warehouses',
  fields: {
    warehouse_code: required(Identifier(64), { sort: true }),
    warehouse_name: required(RequiredText(128), { sort: true }),
    warehouse_type: required(WarehouseType(), { filter: true }),
    ...statusField,
    /** The warehouse that contains this one; both have the same owner. */
    parent_id: optional(Id(), { filter: true, exported: false }),
    parent_code: ReadOnlyText(),
    parent_name: readOnly(Nullable(Type.String()), names('warehouse', 'parent_id')),
    /** The account of the person in charge. */
    keeper_id: optional(Id(), { exported: false }),
    keeper_account: ReadOnlyText(),
    keeper_name: readOnly(Nullable(Type.String()), names('account', 'keeper_id')),
    /** Whether goods that arrive are counted without seeing what should come. */
    blind_count: defaulted(Type.Boolean()),
    /** The zone that goods go to which arrive damaged: a warehouse for quarantine or returns within this one. */
    damaged_zone_id: optional(Id(), { exported: false }),
    damaged_zone_code: ReadOnlyText(),
    damaged_zone_name: readOnly(Nullable(Type.String()), names('warehouse', 'damaged_zone_id')),
    depart_code: optional(IdentifierOrNone(64)),
    ...addressFields,
    ...placeGlnFields,
    /** The owner: a factory, a dealer, or, with neither, the enterprise itself. */
    factory_id: optional(Id(), { filter: true, exported: false }),
    factory_code: ReadOnlyText(),
    factory_name: readOnly(Nullable(Type.String()), names('factory', 'factory_id')),
    dealer_id: optional(Id(), { filter: true, exported: false }),
    dealer_code: ReadOnlyText(),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'dealer_id')),
    ...moments,
  },
  chosenOn: [
    'barter',
    'rdcdissociated',
    'dissociated',
    'plantlist',
    'orderlist',
    'freight',
    'refund',
    'boxcode',
    'stock',
    'minderlieferung',
    'connect',
    'arrival',
  ],
  summaries: {
    page: 'List warehouses (paged).',
    add: "Add a warehouse. One added by a factory's or dealer's person belongs to that factory or dealer.",
    update: 'Change a warehouse. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a warehouse that is not in use.',
  },
});
export type Warehouse = RowOf<typeof warehouse>;

/** Levels of the tree in the schema, and so in the documentation of the calls; the data may be deeper. */
const shownLevels = 6;

export const warehouseTree = defineCall({
  method: 'GET',
  path: '/api/base/warehouses/tree',
  access: ['store'],
  summary: 'Get all warehouses as a tree. `listSubWareHouses` holds the parts of a warehouse.',
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

/** Accounts that can be put in charge of a warehouse. */
export const keeper = defineList({
  key: 'store',
  table: 'account',
  path: '/api/base/warehouses',
  fields: { account_name: readOnly(Type.String()), name: readOnly(Type.String(), { sort: true }) },
  filters: keyword,
  calls: { page: { path: '/api/base/warehouses/keepers' } },
  without: ['export'],
  summaries: {
    page: "List people who can be the keeper of a warehouse (paged): the enterprise's, or the factory's or dealer's own.",
  },
});
