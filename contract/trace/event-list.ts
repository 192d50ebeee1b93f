import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import type { MenuKey } from '../menu.ts';
import { Code, Id, Input, Moment, Nullable } from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { type DeclaredList, defineList, keyword } from '../thing/thing.ts';
import { periodIn, readOnly, type ThingFields } from '../thing/thing-fields.ts';
import { codesTold } from './event-row.ts';

/** Lists of what was done at a desk, one row for each event: what, for which document, by whom, when and why. */

/** Corrections of a waybill after it has left, as they are kept with events: 减货, 换货, 解除运单关联. */
export const amendments = ['short_delivery', 'exchange', 'set_free'] as const;
export type Amendment = (typeof amendments)[number];

const Name = () => Nullable(Type.String());

/** The first codes of an event, which may have thousands. */
const Codes = () => Type.Array(Type.String(), { maxItems: codesTold });

const whenField = { done_at: readOnly(Moment(), { sort: true }) };

const goodsFields = {
  product_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
  product_name: readOnly(Name(), names('product', 'product_id')),
  lot: readOnly(Name(), { ...names('lot', 'lot'), filter: IdentifierOrNone(20) }),
  code_list: readOnly(Codes()),
  /** The number of all codes of the event. */
  codes: readOnly(Type.Integer(), { sort: true }),
};

const whyFields = {
  reason: readOnly(Name()),
  account_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
  /** The person, or else the device. */
  done_by: readOnly(Name(), names('account', 'account_id')),
  /** The device for which the person did it, by retrying what it had sent. */
  device_name: readOnly(Name()),
  /** Whether it was declared wrong later. */
  corrected: readOnly(Type.Boolean()),
  recorded_at: readOnly(Moment()),
  period: periodIn('event_time'),
};

/** What the lists have besides, by the document that their events are about. */
export const eventsAbout = {
  waybill: {
    waybill_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    waybill_no: readOnly(Name(), names('waybill', 'waybill_id')),
    from_warehouse_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    from_warehouse_name: readOnly(Name(), names('warehouse', 'from_warehouse_id')),
    dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    dealer_name: readOnly(Name(), names('dealer', 'dealer_id')),
  },
  refund: {
    refund_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    refund_no: readOnly(Name()),
    warehouse_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    warehouse_name: readOnly(Name(), names('warehouse', 'warehouse_id')),
    dealer_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    dealer_name: readOnly(Name(), names('dealer', 'dealer_id')),
  },
  work_order: {
    work_order_id: readOnly(Nullable(Id()), { filter: Id(), exported: false }),
    work_order_no: readOnly(Name(), names('work_order', 'work_order_id')),
  },
} as const satisfies Readonly<Record<string, ThingFields>>;

/** How many units of goods on their way. */
export const unitsFields = { units: readOnly(Type.Integer()) };
/** Where goods are afterwards. */
export const placeFields = { place_name: readOnly(Name()) };
/** The codes that took the place of others. */
export const successorFields = { successor_list: readOnly(Codes()) };

/** Defines the list of the events of a screen, with the codes of one event and the people to filter by. */
// biome-ignore lint/complexity/noBannedTypes: nothing more
export function defineEventList<const F extends ThingFields, const M extends ThingFields = {}>(
  key: MenuKey,
  path: `/api/${string}`,
  about: F,
  summaries: { readonly page: string },
  more: M = {} as M,
) {
  const list = defineList({
    key,
    table: 'trace_event',
    path,
    fields: { ...whenField, ...about, ...goodsFields, ...more, ...whyFields },
    filters: { ...keyword, code: Type.Optional(Code()) },
    summaries,
  });
  return {
    ...list,
    codes: defineCall({
      method: 'GET',
      path: `${path}/codes`,
      access: [key],
      summary: 'List all codes of an event, with the units each stands for (paged).',
      input: Input({
        id: Id(),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
      }),
      output: Type.Object({ rows: Type.Array(CodeOfEvent), total: Type.Integer() }),
    }),
    people: defineCall({
      method: 'GET',
      path: `${path}/people`,
      access: [key],
      summary: 'List the people behind such events whom the caller can see; at most 50 that match the keyword.',
      input: Input({ ...keyword, id: Type.Optional(Id()) }),
      output: Type.Array(Type.Object({ id: Id(), name: Type.String() })),
    }),
  } as const;
}

/** How an event names a code. */
export const codeRoles = ['item', 'parent', 'successor'] as const;

const CodeOfEvent = Type.Object({
  code: Type.String(),
  naming: Type.Enum([...codeRoles]),
  units: Type.Integer(),
});
export type CodeOfEvent = Type.Static<typeof CodeOfEvent>;

/** Any of these lists. */
export type EventList = DeclaredList &
  Pick<ReturnType<typeof defineEventList<typeof eventsAbout.work_order>>, 'codes' | 'people'>;
