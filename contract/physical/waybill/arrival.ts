import Type from 'typebox';
import { Day, Id, Moment, Nullable } from '../../thing/fields.ts';
import { defineList, keyword, type RowOf } from '../../thing/thing.ts';
import { periodIn, readOnly } from '../../thing/thing-fields.ts';
import { waybillKinds, waybillStatuses } from './waybill.ts';

/** 收货: goods that arrive are counted against their waybill, scan by scan, and signed for by a person who has seen the differences. */

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

/** Where the count of a waybill stands: nobody counts, somebody does, or it is complete and waits to be signed for. */
export const countStates = ['none', 'counting', 'completed'] as const;
export type CountState = (typeof countStates)[number];

export const arrival = defineList({
  key: 'arrival',
  table: 'waybill',
  list: 'arrival',
  path: '/api/physical/arrival',
  fields: {
    waybill_no: readOnly(Type.String(), { sort: true }),
    kind: readOnly(Type.Enum([...waybillKinds]), { filter: true }),
    status: readOnly(Type.Enum([...waybillStatuses]), { filter: Type.Enum(['shipped', 'signed', 'closed']) }),
    from_name: ReadOnlyText(),
    /** Whose it is: a dealer, a warehouse, a factory, or a named receiver, for whom the warehouse signs that it was taken over. */
    to_name: ReadOnlyText(),
    to_dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    to_warehouse_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    to_factory_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    planned_day: readOnly(Nullable(Day()), { sort: true }),
    shipped_at: readOnly(Nullable(Moment()), { sort: true }),
    carrier: ReadOnlyText(),
    plate: ReadOnlyText(),
    driver: ReadOnlyText(),
    driver_phone: ReadOnlyText(),
    seal_no: ReadOnlyText(),
    /** Units and packages that are still to arrive; null where they are counted blind. */
    due_units: readOnly(Nullable(Type.Integer())),
    due_packages: readOnly(Nullable(Type.Integer())),
    /** Units counted so far, and how far the count is. */
    counted: readOnly(Type.Integer()),
    count_state: readOnly(Type.Enum([...countStates])),
    /** Its day is over, and it has not arrived. */
    late: readOnly(Type.Boolean(), { filter: Type.Boolean() }),
    blind: readOnly(Type.Boolean(), { exported: false }),
    period: periodIn('shipped_at'),
  },
  filters: {
    ...keyword,
    /** Those to places of ours that the caller keeps or nobody does, to all places of ours, to dealers, or to others. */
    destination: Type.Optional(Type.Enum(['mine', 'ours', 'dealers', 'outside'])),
  },
  summaries: {
    page: 'List waybills that are on their way to a dealer, a warehouse or a factory, those due first (paged).',
  },
});
export type Arrival = RowOf<typeof arrival>;
