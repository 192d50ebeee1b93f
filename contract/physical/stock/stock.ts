import Type from 'typebox';
import { defineCall } from '../../call/call.ts';
import { Id, Input, Moment, Nullable, RequiredCode } from '../../thing/fields.ts';
import { onHold } from '../../trace/on-hold.ts';

export const StockRow = Type.Object({
  warehouse_id: Id(),
  warehouse_code: Type.String(),
  warehouse_name: Type.String(),
  product_id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  lot: Nullable(Type.String()),
  /** 0 for goods without a lot. */
  lot_id: Type.Integer(),
  production_date: Nullable(Type.String()),
  expiry_date: Nullable(Type.String()),
  /** Whether the lot is released for the market. */
  released: Type.Boolean(),
  /** Whether the whole lot, or whatever lies in the warehouse, is on hold. */
  held: Type.Boolean(),
  /** Units in the warehouse; of these, units loaded on waybills that have not left; and returned units awaiting inspection. */
  units: Type.Integer(),
  loaded: Type.Integer(),
  quarantined: Type.Integer(),
});
export type StockRow = Type.Static<typeof StockRow>;

export const stock = defineCall({
  method: 'GET',
  path: '/api/physical/stock',
  access: ['freight', 'refund', 'boxcode', 'reportshipments', 'stock'],
  summary: 'List units in warehouses by product and lot, earliest expiry first.',
  input: Input({ warehouse_id: Type.Optional(Id()), product_id: Type.Optional(Id()) }),
  output: Type.Array(StockRow),
});

/** Where the goods are. */
export const Whereabouts = Type.Object({
  stock: Type.String(),
  kind: Nullable(Type.String()),
  code: Nullable(Type.String()),
  name: Nullable(Type.String()),
});

/** A current or former waybill of a code. */
export const WaybillOfCode = Type.Object({
  id: Id(),
  waybill_no: Type.String(),
  kind: Type.String(),
  status: Type.String(),
  dealer_name: Nullable(Type.String()),
  units: Type.Integer(),
  loaded_at: Moment(),
});
export type WaybillOfCode = Type.Static<typeof WaybillOfCode>;

/** The state of a code and its place. */
export const BoxCode = Type.Object({
  /** The code as sent, and as printed; `code` is null if there is no such code. */
  sent: Type.String(),
  code: Nullable(Type.String()),
  level: Type.Integer(),
  life: Type.String(),
  units: Type.Integer(),
  capacity: Nullable(Type.Integer()),
  complete: Type.Boolean(),
  /** Null for goods of several products. */
  product_id: Nullable(Id()),
  product_code: Nullable(Type.String()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  expiry_date: Nullable(Type.String()),
  order_no: Nullable(Type.String()),
  lies_in: Nullable(Type.String()),
  ...onHold,
  where: Whereabouts,
  waybills: Type.Array(WaybillOfCode),
});
export type BoxCode = Type.Static<typeof BoxCode>;

export const boxCodes = defineCall({
  method: 'POST',
  path: '/api/physical/boxcode/query',
  // Who signs for goods looks up what was scanned.
  access: ['boxcode', 'arrival:sign', 'stock'],
  effect: 'none',
  traced: true,
  summary: 'Get the product, contents, location and waybills of codes; at most 1 000.',
  input: Input({
    codes: Type.Array(RequiredCode(), { minItems: 1, maxItems: 1000 }),
  }),
  output: Type.Array(BoxCode),
});
