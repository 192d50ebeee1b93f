import Type from 'typebox';
import { workFields, workFilter } from '../../access/work-fields.ts';
import { defineCall, deskEvent } from '../../call/call.ts';
import {
  Codes,
  Day,
  Id,
  IdInput,
  Input,
  Moment,
  maxScanned,
  Nullable,
  Reason,
  RequiredCode,
  Text,
} from '../../thing/fields.ts';
import { BatchKey, Identifier, IdentifierOrNone, Lot } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, periodIn, readOnly, required } from '../../thing/thing-fields.ts';
import { onHold } from '../../trace/on-hold.ts';
import { EventRefusal } from '../../trace/refusal.ts';

export const waybillKinds = ['sale', 'transfer', 'supplier_return', 'recall', 'sample', 'scrap'] as const;
export type WaybillKind = (typeof waybillKinds)[number];

/** The kind of destination, by kind of waybill; `outside` is a named receiver that is neither a dealer nor our own. */
export const destinationOf: Readonly<Record<WaybillKind, 'dealer' | 'warehouse' | 'outside'>> = {
  sale: 'dealer',
  transfer: 'warehouse',
  recall: 'warehouse',
  supplier_return: 'outside',
  sample: 'outside',
  scrap: 'outside',
};

/** Kinds by which goods leave that nobody may use any more. */
export const kindsThatTakeExpired = ['recall', 'supplier_return', 'scrap'] as const satisfies readonly WaybillKind[];
export const takesExpired = (kind: WaybillKind): boolean =>
  (kindsThatTakeExpired as readonly WaybillKind[]).includes(kind);

/**
 * Kinds by which goods on hold leave: back, to a laboratory, or out of use. A transfer takes them to where goods are kept apart,
 * by the type of the warehouse.
 */
const kindsThatTakeHeld: readonly WaybillKind[] = ['recall', 'supplier_return', 'sample', 'scrap'];
const typesKeptApart: readonly (string | null)[] = ['quarantine', 'returns'];
export const keepsApart = (warehouseType: string | null): boolean => typesKeptApart.includes(warehouseType);
export const takesHeld = (kind: WaybillKind, toType: string | null): boolean =>
  kindsThatTakeHeld.includes(kind) || (kind === 'transfer' && keepsApart(toType));

export const waybillStatuses = ['draft', 'loading', 'shipped', 'signed', 'closed'] as const;
export type WaybillStatus = (typeof waybillStatuses)[number];

/** The maximum number of ordered lines; quantities are in units. */
export const maxLines = 500;
export const OrderedLine = () =>
  Input({
    product_id: Id(),
    /** Any lot if omitted. */
    lot: Type.Optional(Nullable(Lot())),
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  });
export type OrderedLine = Type.Static<ReturnType<typeof OrderedLine>>;

/** An ordered line, with what was loaded, received and returned. */
export const WaybillLine = Type.Object({
  id: Id(),
  product_id: Id(),
  product_code: Type.String(),
  product_name: Type.String(),
  lot: Nullable(Type.String()),
  quantity: Type.Integer(),
  /** Units on the waybill, and the number of their codes. */
  loaded: Type.Integer(),
  packages: Type.Integer(),
  received: Type.Integer(),
  returned: Type.Integer(),
});
export type WaybillLine = Type.Static<typeof WaybillLine>;

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

export const waybill = defineThing({
  key: 'freight',
  table: 'waybill',
  code: 'waybill_no',
  upsert: true,
  path: '/api/physical/freight',
  fields: {
    /** By default, the next number of the number range of its kind. */
    waybill_no: defaulted(Identifier(64), { sort: true, fixed: true }),
    kind: required(Type.Enum([...waybillKinds]), { sort: true, filter: true }),
    status: readOnly(Type.Enum([...waybillStatuses]), { sort: true, filter: true }),
    from_warehouse_id: required(Id(), { filter: true, fixed: true, exported: false }),
    from_warehouse_code: ReadOnlyText(),
    from_warehouse_name: readOnly(Nullable(Type.String()), names('warehouse', 'from_warehouse_id')),
    /** The factory that the warehouse is of, or that delivers to it: what stands at its lines may be loaded as well. */
    from_factory_id: optional(Id(), { fixed: true, exported: false }),
    from_factory_code: ReadOnlyText(),
    from_factory_name: readOnly(Nullable(Type.String()), names('factory', 'from_factory_id')),
    to_dealer_id: optional(Id(), { filter: true, exported: false }),
    dealer_code: ReadOnlyText(),
    dealer_name: readOnly(Nullable(Type.String()), names('dealer', 'to_dealer_id')),
    ship_to_id: optional(Id(), { exported: false }),
    ship_to_code: ReadOnlyText(),
    ship_to_name: readOnly(Nullable(Type.String()), names('ship_to', 'ship_to_id')),
    to_warehouse_id: optional(Id(), { filter: true, exported: false }),
    to_warehouse_code: ReadOnlyText(),
    to_warehouse_name: readOnly(Nullable(Type.String()), names('warehouse', 'to_warehouse_id')),
    /** A transfer goes to a warehouse or to a factory. */
    to_factory_id: optional(Id(), { filter: true, exported: false }),
    to_factory_code: ReadOnlyText(),
    to_factory_name: readOnly(Nullable(Type.String()), names('factory', 'to_factory_id')),
    /** Of what goes to neither a dealer nor our own: who gets it, and how to reach them. */
    receiver: optional(Text(128)),
    receiver_phone: optional(Text(32)),
    receiver_address: optional(Text(256)),
    /** Units ordered, loaded and received. */
    planned: readOnly(Type.Integer()),
    loaded: readOnly(Type.Integer()),
    received: readOnly(Type.Integer()),
    /** Who is to sign for it, and until when, once it has left. */
    ...workFields,
    lines: required(Type.Array(OrderedLine(), { minItems: 1, maxItems: maxLines }), {
      withoutColumn: true,
      exported: false,
      row: Type.Array(WaybillLine),
    }),
    planned_day: optional(Day(), { sort: true }),
    carrier: optional(Text(128)),
    plate: optional(Text(32)),
    driver: optional(Text(64)),
    driver_phone: optional(Text(32)),
    /** The number of the seal that the vehicle left with. */
    seal_no: optional(IdentifierOrNone(64)),
    /** Whether the caller may act for the sender: load, ship, change and close it; and for the receiver: sign for it. */
    sends: readOnly(Type.Boolean(), { filter: Type.Enum(['yes', 'no']), exported: false }),
    receives: readOnly(Type.Boolean(), { exported: false }),
    shipped_at: readOnly(Nullable(Moment()), { sort: true }),
    signed_at: readOnly(Nullable(Moment()), { sort: true }),
    remark: optional(Text(512)),
    period: periodIn('shipped_at'),
    ...moments,
  },
  // Waybills that order this product.
  filters: { product_id: Type.Optional(Id()), ...workFilter },
  chosenOn: ['refund', 'minderlieferung', 'barter', 'rdcdissociated'],
  answer: { waybill_no: Type.String() },
  summaries: {
    page: 'List waybills (paged).',
    add: 'Add a waybill as a draft. Its number is unique.',
    update:
      'Change a waybill. A draft can change in full; while loading, its papers, and its lines down to what is loaded; ' +
      'after it has left, its papers until it is closed. If `updated_at` is sent and outdated, the call is refused ' +
      '(409).',
    delete: 'Delete a draft waybill.',
  },
});
export type Waybill = RowOf<typeof waybill>;

/** A code on a waybill. */
export const WaybillCode = Type.Object({
  code: Type.String(),
  level: Type.Integer(),
  product_id: Nullable(Id()),
  product_name: Nullable(Type.String()),
  lot: Nullable(Type.String()),
  units: Type.Integer(),
  received: Type.Integer(),
  returned: Type.Integer(),
  loaded_at: Moment(),
  /** The reason given for loading it in spite of an objection. */
  override_reason: Nullable(Type.String()),
  ...onHold,
});
export type WaybillCode = Type.Static<typeof WaybillCode>;

export const waybillDetail = defineCall({
  method: 'GET',
  path: '/api/physical/freight/detail',
  access: ['freight'],
  summary: 'Get a waybill with the state of its lines and the people who took its steps.',
  input: IdInput(),
  output: Type.Object({
    ...waybill.Row.properties,
    /** The person; null where a system did it, or where the caller may not see the person, here and below. */
    created_by: Nullable(Type.String()),
    created_by_id: Nullable(Id()),
    /** The system of a warehouse (WMS) that made it. With a person beside, the person retried what the system had sent. */
    made_by_system: Nullable(Type.String()),
    shipped_by: Nullable(Type.String()),
    shipped_by_id: Nullable(Id()),
    shipped_by_system: Nullable(Type.String()),
    short_reason: Nullable(Type.String()),
    signed_by: Nullable(Type.String()),
    signed_by_id: Nullable(Id()),
    closed_at: Nullable(Moment()),
    closed_by: Nullable(Type.String()),
    closed_by_id: Nullable(Id()),
    close_reason: Nullable(Type.String()),
    /** Units that no line orders. */
    unordered: Type.Integer(),
  }),
});

export const waybillCodes = defineCall({
  method: 'GET',
  path: '/api/physical/freight/codes',
  access: ['freight'],
  summary: 'List the codes of a waybill, last loaded first (paged).',
  input: Input({
    id: Id(),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  }),
  output: Type.Object({ rows: Type.Array(WaybillCode), total: Type.Integer() }),
});

/** A code that was accepted. */
const TakenCode = Type.Object({
  /** The code as sent, and as printed. */
  code: Type.String(),
  printed: Type.String(),
  product_id: Nullable(Id()),
  /** Its lot, if there is just one. */
  lot: Nullable(Type.String()),
  units: Type.Integer(),
  /** It was so already: nothing was recorded, and it counts no units. */
  known: Type.Boolean(),
});
export type TakenCode = Type.Static<typeof TakenCode>;

export const load = deskEvent(
  '/api/physical/freight/load',
  ['freight:load'],
  'Load codes on a waybill. Each code is accepted or refused separately. `override_reason` loads codes whose refusal is `overridable`.',
  Input({ id: Id(), codes: Codes(), override_reason: Type.Optional(Reason()), batch_key: BatchKey() }),
  Type.Object({ loaded: Type.Array(TakenCode), refusals: Type.Array(EventRefusal) }),
);

export const unload = deskEvent(
  '/api/physical/freight/unload',
  ['freight:load'],
  'Take codes off a waybill that has not left. Codes that loading took out of a package are put back; `not_put_back` ' +
    'names the packages where that was impossible.',
  Input({ id: Id(), codes: Codes(), batch_key: BatchKey() }),
  Type.Object({
    unloaded: Type.Array(TakenCode),
    refusals: Type.Array(EventRefusal),
    not_put_back: Type.Array(EventRefusal),
  }),
);

const Step = Type.Object({ id: Id(), status: Type.Enum([...waybillStatuses]) });

export const ship = deskEvent(
  '/api/physical/freight/ship',
  ['freight:ship', 'freight:short'],
  'Ship a waybill with what is on it. Less than planned needs a reason and the permission `freight:short`.',
  Input({ id: Id(), short_reason: Type.Optional(Reason()) }),
  Type.Object({ ...Step.properties, units: Type.Integer() }),
);

export const differenceKinds = ['short', 'over', 'damaged', 'broken_seal'] as const;
export const Difference = () =>
  Input({ code: RequiredCode(), kind: Type.Enum([...differenceKinds]), note: Type.Optional(Text(512)) });

export const sign = deskEvent(
  '/api/physical/freight/sign',
  ['arrival:sign'],
  'Receive a waybill: all of it, or the given codes; a case is taken out of a pallet that is incomplete. Missing goods ' +
    'stay in transit and can be received later. Differences become exceptions. Damaged goods are held, under the number ' +
    'in `held`, until somebody else has inspected them.',
  Input({
    id: Id(),
    received: Type.Union([Type.Array(RequiredCode(), { maxItems: maxScanned }), Type.Literal('all')]),
    differences: Type.Optional(Type.Array(Difference(), { maxItems: maxScanned })),
  }),
  Type.Object({
    ...Step.properties,
    units: Type.Integer(),
    refusals: Type.Array(EventRefusal),
    /** The hold of what arrived damaged. */
    held: Nullable(Type.String()),
  }),
);

export const unsign = deskEvent(
  '/api/physical/freight/unsign',
  ['arrival:sign'],
  'Reverse the receipt of a waybill, with a reason. Its goods are in transit again, and the hold on damaged ones ends. ' +
    'Goods used since then prevent it and are in `data.refusals` (409).',
  Input({ id: Id(), reason: Reason() }),
  Type.Object({ ...Step.properties, units: Type.Integer() }),
);

/** What becomes of goods that have not arrived when their waybill is closed. */
export const fatesOfMissing = ['lost', 'destroyed', 'sent_back'] as const;
export type FateOfMissing = (typeof fatesOfMissing)[number];

export const close = defineCall({
  method: 'POST',
  path: '/api/physical/freight/close',
  access: ['freight:close'],
  summary:
    'Close a waybill. If goods have not arrived, `missing` records them as lost, destroyed, or returned to the ' +
    'warehouse they left, with a `reason`. Lost goods can be received later.',
  input: Input({ id: Id(), missing: Type.Optional(Type.Enum([...fatesOfMissing])), reason: Type.Optional(Reason()) }),
  output: Step,
});

export const reopen = defineCall({
  method: 'POST',
  path: '/api/physical/freight/reopen',
  access: ['freight:close'],
  summary: 'Reopen a closed waybill. Goods recorded as lost are in transit again.',
  input: Input({ id: Id(), reason: Reason() }),
  output: Step,
});
