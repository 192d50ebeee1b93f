import Type from 'typebox';
import { type Call, defineCall } from '../../call/call.ts';
import { Id, Input, Moment, Nullable, Text } from '../../thing/fields.ts';
import { Identifier, IdentifierOrNone } from '../../thing/identifiers.ts';
import { exportFormats } from '../../thing/list.ts';
import { names } from '../../thing/referred.ts';
import { defineList, type RowOf } from '../../thing/thing.ts';
import { readOnly } from '../../thing/thing-fields.ts';
import { onHold } from '../../trace/on-hold.ts';

/** 库存明细: what lies in which warehouse and zone, by product and lot, down to packages and codes. */

const ReadOnlyText = () => readOnly(Nullable(Type.String()));
const Units = () => readOnly(Type.Integer());

/** The goods of one product and lot in one warehouse or zone. */
export const stockByPlace = defineList({
  key: 'stock',
  table: 'stock',
  parties: 'nothing',
  path: '/api/physical/stockdetail',
  fields: {
    /** Place, product and lot. */
    id: readOnly(Type.String({ pattern: '^\\d{1,16}-\\d{1,16}-\\d{1,16}$' }), { exported: false }),
    /** Narrowed by a warehouse, the list also has its zones. */
    warehouse_id: readOnly(Id(), { filter: true, exported: false }),
    /** The warehouse, with the zone in it if there is one. */
    warehouse_code: readOnly(Type.String(), { sort: true }),
    warehouse_name: readOnly(Type.String(), names('warehouse', 'warehouse_id')),
    zone_of: ReadOnlyText(),
    product_id: readOnly(Id(), { filter: true, exported: false }),
    product_code: readOnly(Type.String(), { sort: true }),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    lot: readOnly(Nullable(Type.String()), { ...names('lot', 'lot'), filter: IdentifierOrNone(20) }),
    /** 0 for goods without a lot. */
    lot_id: readOnly(Type.Integer(), { exported: false }),
    units: readOnly(Type.Integer(), { sort: true }),
    /** Units that are none of the following. */
    available: Units(),
    /** Units that open lines of waybills reserve, units on hold or rejected, and units on waybills that have not left. */
    reserved: Units(),
    held: Units(),
    loaded: Units(),
    production_date: readOnly(Nullable(Type.String()), { sort: true }),
    /** Days since production, and until the last day. */
    age_days: readOnly(Nullable(Type.Integer())),
    expiry_date: readOnly(Nullable(Type.String()), { sort: true }),
    days_left: readOnly(Nullable(Type.Integer())),
    released: readOnly(Type.Boolean()),
  },
  summaries: { page: 'List goods in warehouses and zones by product and lot, with what is held, loaded and reserved.' },
});
export type StockByPlace = RowOf<typeof stockByPlace>;

/** Which goods are meant: those of a warehouse or zone, without its own zones. */
const goods = () => ({
  warehouse_id: Id(),
  product_id: Type.Optional(Id()),
  lot_id: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});

/** A package, or a single unit, that lies in no package. */
export const StockedPackage = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  units: Type.Integer(),
  product_id: Nullable(Id()),
  lot: Nullable(Type.String()),
  /** Not full: a remainder. */
  remainder: Type.Boolean(),
  /** The waybill that it is loaded on. */
  waybill_id: Nullable(Id()),
  waybill_no: Nullable(Type.String()),
  /** When it came here, or was packed here. */
  since: Nullable(Moment()),
  ...onHold,
});
export type StockedPackage = Type.Static<typeof StockedPackage>;

export const stockPackages = defineCall({
  method: 'GET',
  path: '/api/physical/stockdetail/packages',
  access: ['stock'],
  summary: 'List outermost packages and single units in a warehouse or zone, largest first (paged).',
  input: Input({
    ...goods(),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  }),
  output: Type.Object({ rows: Type.Array(StockedPackage), total: Type.Integer() }),
});

export const stockPackagesExport = {
  method: 'GET',
  path: '/api/physical/stockdetail/exportpackages',
  access: ['stock:export'],
  parties: 'enterprise',
  traced: true,
  answers: 'file',
  summary: 'Export outermost packages and single units in a warehouse or zone as XLSX or CSV.',
  input: Input({ ...goods(), format: Type.Enum([...exportFormats]) }),
  output: Type.Unknown(),
} as const satisfies Call;

/** A waybill that reserves goods, and how many units. */
const Reserving = Type.Object({ id: Id(), waybill_no: Type.String(), units: Type.Integer() });

export const stockAvailable = defineCall({
  method: 'GET',
  path: '/api/physical/stockdetail/available',
  access: ['freight', 'stock'],
  summary:
    'Get how many units of a product, or of a lot of it, a waybill from a warehouse can still order, and the waybills ' +
    'that reserve the others. The waybill `besides` is left out.',
  input: Input({
    warehouse_id: Id(),
    product_id: Id(),
    lot: Type.Optional(Identifier(20)),
    besides: Type.Optional(Identifier(64)),
  }),
  output: Type.Object({
    units: Type.Integer(),
    held: Type.Integer(),
    loaded: Type.Integer(),
    reserved: Type.Integer(),
    available: Type.Integer(),
    waybills: Type.Array(Reserving),
  }),
});

/** Goods that a count of a warehouse did not find, and nobody has found since. */
export const LostPackage = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  units: Type.Integer(),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  warehouse_id: Id(),
  warehouse_name: Type.String(),
  lost_at: Nullable(Moment()),
  by: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  ...onHold,
});
export type LostPackage = Type.Static<typeof LostPackage>;

export const lostInStock = defineCall({
  method: 'GET',
  path: '/api/physical/stockdetail/lost',
  access: ['stock'],
  parties: 'enterprise',
  summary: 'List goods missing from warehouses, which storing them finds; at most 1 000.',
  input: Input({ warehouse_id: Type.Optional(Id()), keyword: Type.Optional(Text(64)) }),
  output: Type.Array(LostPackage),
});
