import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, Nullable } from '../thing/fields.ts';
import { PeriodInput } from './period.ts';

/** A figure of today beside yesterday's. */
const Figure = Type.Object({ today: Type.Integer(), yesterday: Type.Integer() });

/** Work orders that one answer tells, those begun last. */
export const mostRunning = 6;

export const Production = Type.Object({
  /** Units put on products, and packed; null for who may not see figures of production. */
  bound: Nullable(Figure),
  packed: Nullable(Figure),
  /** Units that left by waybills, less those taken off them, and that came back. */
  shipped: Nullable(Figure),
  returned: Nullable(Figure),
  /** Warnings that were raised, and all that nobody has settled; null for who may not see warnings. */
  warnings: Nullable(Type.Object({ ...Figure.properties, open: Type.Integer() })),
  /** The days asked for, oldest first; the last 30 when none are. */
  days: Nullable(Type.Array(Type.Object({ day: Day(), bound: Type.Integer(), packed: Type.Integer() }))),
  /** Work orders that run, with what is packed for them; null for who may not see work orders. */
  running: Nullable(
    Type.Object({
      total: Type.Integer(),
      rows: Type.Array(
        Type.Object({
          id: Id(),
          order_no: Type.String(),
          product_name: Type.String(),
          line_name: Nullable(Type.String()),
          quantity: Type.Integer(),
          packed: Type.Integer(),
        }),
      ),
    }),
  ),
  /** Figures that were not what the acts say when they were counted again; null for who is no administrator. */
  differing: Nullable(Type.Integer()),
});
export type Production = Type.Static<typeof Production>;

export const dashboardProduction = defineCall({
  method: 'GET',
  path: '/api/dashboard/production',
  access: 'signed-in',
  summary:
    'What the first page tells of goods: made, under way, back, and warned of. What the caller may not see is null.',
  input: PeriodInput(),
  output: Production,
});
