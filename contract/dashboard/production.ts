import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { Day, Id, NoInput, Nullable } from '../thing/fields.ts';

/** A figure of today beside yesterday's. */
const Figure = Type.Object({ today: Type.Integer(), yesterday: Type.Integer() });

/** Work orders that one answer tells, those begun last. */
export const mostRunning = 6;

export const Production = Type.Object({
  /** Units put on products, and packed; null for who may not see figures of production. */
  bound: Nullable(Figure),
  packed: Nullable(Figure),
  /** The last 30 days, oldest first. */
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
  summary: 'What the first page tells of production. What the caller may not see is null.',
  input: NoInput(),
  output: Production,
});
