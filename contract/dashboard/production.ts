import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, Nullable } from '../thing/fields.ts';
import { PeriodInput } from './figures.ts';

/** A figure for today, with yesterday's for comparison. */
const Figure = Type.Object({ today: Type.Integer(), yesterday: Type.Integer() });

/** The maximum number of running work orders in an answer; the most recently started ones are chosen. */
export const maxRunning = 6;

export const Production = Type.Object({
  /** Units bound and units packed; null if the caller may not see production figures. */
  bound: Nullable(Figure),
  packed: Nullable(Figure),
  /** Units that left by waybill, without those taken off again; and units that came back. */
  shipped: Nullable(Figure),
  returned: Nullable(Figure),
  /** Warnings raised, and `open`: all that are not settled. Null if the caller may not see warnings. */
  warnings: Nullable(Type.Object({ ...Figure.properties, open: Type.Integer() })),
  /** The requested days, oldest first; by default the last 30. */
  days: Nullable(Type.Array(Type.Object({ day: Day(), bound: Type.Integer(), packed: Type.Integer() }))),
  /** Running work orders with their packed units; null if the caller may not see work orders. */
  running: Nullable(
    Type.Object({
      total: Type.Integer(),
      rows: Type.Array(
        Type.Object({
          id: Id(),
          order_no: Type.String(),
          product_id: Id(),
          product_name: Type.String(),
          line_name: Nullable(Type.String()),
          quantity: Type.Integer(),
          packed: Type.Integer(),
        }),
      ),
    }),
  ),
  /** The number of figures that differed from the events when they were recounted; null unless the caller is an administrator. */
  differing: Nullable(Type.Integer()),
});
export type Production = Type.Static<typeof Production>;

export const dashboardProduction = defineCall({
  method: 'GET',
  path: '/api/dashboard/production',
  access: 'signed-in',
  summary:
    "Get the dashboard's figures of goods: made, in transit, returned, and under warning. Figures the caller may not " +
    'see are null.',
  input: PeriodInput(),
  output: Production,
});
