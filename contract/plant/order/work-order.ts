import Type from 'typebox';
import { Tolerance } from '../../base/enterprise.ts';
import { defineCall } from '../../call/call.ts';
import { ExtensionValues } from '../../thing/extension.ts';
import { Day, Id, IdInput, IdOutput, Input, Moment, Nullable, RequiredText, Text } from '../../thing/fields.ts';
import { Identifier, Lot } from '../../thing/identifiers.ts';
import { names } from '../../thing/referred.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted, moments, optional, readOnly, required } from '../../thing/thing-fields.ts';
import { onHold } from '../../trace/on-hold.ts';
import { LotRelease } from '../lot/lot-release.ts';
import { orderField } from './order-field.ts';

export const workOrderStatuses = ['draft', 'released', 'running', 'held', 'finished', 'closed'] as const;
export type WorkOrderStatus = (typeof workOrderStatuses)[number];

/** Events that make goods for a work order, or labels; and events that take labels and goods of it away. */
type EventOfOrder = 'print' | 'bind' | 'pack' | 'reject' | 'scrap' | 'sample';
const takingAway: readonly EventOfOrder[] = ['scrap', 'sample'];

/**
 * What is done for a work order now, by its status. While it is held, or finished and not closed yet, nothing more is made, but
 * what is spoilt or sampled is still taken away. Whatever concerns goods that are made already (taking them out of a package,
 * replacing a code, declaring an event wrong, moving and shipping them) does not ask for the status.
 */
export function isDoneIn(status: WorkOrderStatus, eventType: EventOfOrder): boolean {
  if (status === 'running') return true;
  return (status === 'held' || status === 'finished') && takingAway.includes(eventType);
}

const ReadOnlyText = () => readOnly(Nullable(Type.String()));

/** The largest quantity of a work order, and of one allowance beyond it. */
const maxOrdered = 1_000_000_000;

/** The units that may be made for a work order, and how many of its codes may be in the hands of its line, in all. */
export const limitOf = (order: {
  readonly quantity: number;
  readonly tolerance: number;
  /** What people of the enterprise have allowed beyond plan and tolerance. */
  readonly allowed: number;
}): number => Math.ceil((order.quantity * (100 + order.tolerance)) / 100) + order.allowed;

/** An order to make one product, on one line, as one lot. */
export const workOrder = defineThing({
  key: 'orderlist',
  table: 'work_order',
  code: 'order_no',
  upsert: true,
  path: '/api/plant/workorders',
  fields: {
    /** By default, the next number of its number range. */
    order_no: defaulted(Identifier(64), { sort: true, fixed: true }),
    status: readOnly(Type.Enum([...workOrderStatuses]), { sort: true, filter: true }),
    product_id: required(Id(), { filter: true, exported: false }),
    product_code: readOnly(Type.String(), names('product', 'product_id')),
    product_name: readOnly(Type.String(), names('product', 'product_id')),
    /** At most 20 characters, as in GS1. By default, made on release: the day of production and the id of the order. */
    lot: optional(Lot(), { sort: true, filter: true }),
    /** By default, that of the lot if it is known, else the day of release. */
    production_date: optional(Day(), { sort: true }),
    /** By default, the production date plus the shelf life of the product. */
    expiry_date: optional(Day()),
    quantity: required(Type.Integer({ minimum: 1, maximum: maxOrdered }), { sort: true }),
    /** By default, the setting of the enterprise, which alone may change it. */
    tolerance: defaulted(Tolerance()),
    /** The first and the last day on which it is to be made. By default, the day of production, else that of release. */
    planned_from: optional(Day(), { sort: true }),
    planned_to: optional(Day(), { sort: true }),
    line_id: optional(Id(), { filter: true, exported: false }),
    line_code: ReadOnlyText(),
    line_name: readOnly(Nullable(Type.String()), names('line', 'line_id')),
    team_id: optional(Id(), { exported: false }),
    team_code: ReadOnlyText(),
    team_name: readOnly(Nullable(Type.String()), names('team', 'team_id')),
    /** By default, the packaging relation of the product. */
    hierarchy_id: optional(Id(), { exported: false }),
    hierarchy_code: ReadOnlyText(),
    hierarchy_name: readOnly(Nullable(Type.String()), names('hierarchy', 'hierarchy_id')),
    /** What may be packed together into one package. */
    mix: defaulted(Type.Enum(['one_lot', 'one_product', 'mixed'])),
    /** Whether packages may be incomplete. */
    remainder: defaulted(Type.Enum(['allowed', 'refused'])),
    /** The warehouse whose stock contains the packed goods; by default, that of the factory. */
    to_warehouse_id: optional(Id(), { filter: true, exported: false }),
    warehouse_code: ReadOnlyText(),
    warehouse_name: readOnly(Nullable(Type.String()), names('warehouse', 'to_warehouse_id')),
    /** Units bound and units packed so far. */
    bound: readOnly(Type.Integer()),
    packed: readOnly(Type.Integer()),
    /** Units that may be bound for it in all: planned, tolerance, and allowed beyond. */
    limit: readOnly(Type.Integer()),
    /** The filter tells whether it was ever started: until then nothing can be made for it. */
    started_at: readOnly(Nullable(Moment()), { filter: Type.Enum(['yes', 'no']) }),
    finished_at: readOnly(Nullable(Moment())),
    /** Who took its last steps, as far as the caller may see these people. */
    finished_by_id: readOnly(Nullable(Id()), { exported: false }),
    closed_by_id: readOnly(Nullable(Id()), { exported: false }),
    remark: optional(Text(512)),
    /** The values of the extension fields. An update replaces all of them, so required ones must be included. */
    extension: defaulted(ExtensionValues(), { exported: false }),
    /** The extension values in words. */
    extension_list: readOnly(Type.String()),
    ...moments,
  },
  filters: {
    /** Its lot is made, and not released for the market. */
    waits: Type.Optional(Type.Enum(['lot_release'])),
  },
  chosenOn: ['relevance', 'unrelevance1', 'replace', 'materialquery', 'connect', 'recall', 'records', 'readycreate'],
  answer: { order_no: Type.String() },
  summaries: {
    page: 'List work orders (paged).',
    add: 'Add a work order as a draft.',
    update: 'Change a draft work order. If `updated_at` is sent and outdated, the call is refused (409).',
    delete: 'Delete a draft work order.',
  },
});
export type WorkOrder = RowOf<typeof workOrder>;

const stepOf = (verb: 'release' | 'hold' | 'finish', summary: string) =>
  defineCall({
    method: 'POST',
    path: `/api/plant/workorders/${verb}`,
    access: [`orderlist:${verb}`],
    ...(verb === 'release' ? { parties: 'enterprise' as const } : {}),
    summary,
    input: IdInput(),
    output: Type.Object({ ...IdOutput().properties, status: Type.Enum([...workOrderStatuses]) }),
  });

export const workOrderRelease = stepOf('release', 'Release a draft work order, so that its line can start it.');
/** Who may let an order run beside those that run on its line. */
export const besideRight = 'orderlist:beside' as const;

/** What becomes of the work orders that run on the line of one that is started: they are held, or go on beside it. */
const besides = ['hold', 'go_on'] as const;

export const workOrderStart = defineCall({
  method: 'POST',
  path: '/api/plant/workorders/start',
  access: ['orderlist:start'],
  alsoNeeds: [besideRight],
  summary:
    'Start a released work order, or resume one that is held or finished. If others run on its line, which runs one at ' +
    'a time, `others` says whether they are held, or keep running for a reason, which takes a right of its own. Refused if ' +
    'the line has to be cleared first.',
  input: Input({ id: Id(), others: Type.Optional(Type.Enum([...besides])), reason: Type.Optional(Text(512)) }),
  output: Type.Object({
    ...IdOutput().properties,
    status: Type.Enum([...workOrderStatuses]),
    /** The numbers of the work orders that were held. */
    held: Type.Array(Type.String()),
  }),
});
export const workOrderHold = stepOf(
  'hold',
  'Hold a running work order. Nothing more is made for it; scrapped and sampled items can still be recorded.',
);
export const workOrderFinish = stepOf('finish', 'Finish a work order. Nothing more is made for it.');

/** Statuses in which a part of the quantity can be split off into a new order, because something is still to be made. */
const splitWhile: readonly WorkOrderStatus[] = ['draft', 'released', 'running', 'held'];
export const maySplit = (status: WorkOrderStatus): boolean => splitWhile.includes(status);

export const workOrderSplit = defineCall({
  method: 'POST',
  path: '/api/plant/workorders/split',
  access: ['orderlist:split'],
  summary:
    'Split a work order: `quantity` units not yet made become a new draft for `line_id`, or for the same line. The ' +
    'rest, and all that was made, stays with the order.',
  input: Input({ id: Id(), quantity: workOrder.add.input.properties.quantity, line_id: Type.Optional(Id()) }),
  output: Type.Object({ ...IdOutput().properties, order_no: Type.String() }),
});

/** Statuses in which more may be allowed: events are or will be taken, also late ones. */
const allowedWhile: readonly WorkOrderStatus[] = ['released', 'running', 'held', 'finished'];
export const mayAllow = (status: WorkOrderStatus): boolean => allowedWhile.includes(status);

export const workOrderAllow = defineCall({
  method: 'POST',
  path: '/api/plant/workorders/allow',
  access: ['orderlist:allow'],
  parties: 'enterprise',
  summary: 'Allow more units for a work order than its plan and tolerance, with a reason. Returns the new maximum.',
  input: Input({
    id: Id(),
    quantity: Type.Integer({ minimum: 1, maximum: maxOrdered }),
    reason: RequiredText(512),
  }),
  output: Type.Object({ ...IdOutput().properties, limit: Type.Integer() }),
});

const Figure = () => Type.Integer();

/**
 * The codes of a work order by what became of them. Two equations hold:
 * issued = unprinted + printed_unused + voided + label_scrapped + label_sampled + bound
 * bound = packed + loose + rejected + sampled + destroyed
 */
export const Reconciliation = Type.Object({
  /** Codes bound to the order or leased for it; if there are none, those that a printer reported for it. */
  issued: Figure(),
  /** Codes with which nothing was done: unprinted, printed or closed. */
  unused: Figure(),
  unprinted: Figure(),
  printed_unused: Figure(),
  /** Codes closed before use, and codes of units that were given another code. */
  voided: Figure(),
  /** Labels printed or handed out for printing, including those printed twice. */
  printed: Figure(),
  label_scrapped: Figure(),
  label_sampled: Figure(),
  bound: Figure(),
  packed: Figure(),
  loose: Figure(),
  rejected: Figure(),
  sampled: Figure(),
  destroyed: Figure(),
  /** What breaks the first equation: used codes that were not issued for the order, and issued ones that other orders used. */
  used_beside: Figure(),
  used_elsewhere: Figure(),
  replaced: Figure(),
  packages: Figure(),
  remainders: Figure(),
  /**
   * Whether the figures add up. `unchecked`: they cannot be checked, because people packed codes that nobody bound to the order
   * (`used_beside`), so that it is not known which were issued for it.
   */
  verdict: Type.Enum(['holds', 'broken', 'unchecked']),
  /** Whether the verdict is `holds`. */
  holds: Type.Boolean(),
  /**
   * The equations that do not hold. `difference` is parts minus whole for `issued`, and whole minus parts for `bound`; it can
   * be 0 if codes of other orders make up for the order's own.
   */
  broken: Type.Array(Type.Object({ equation: Type.Enum(['issued', 'bound']), difference: Type.Integer() })),
});
export type Reconciliation = Type.Static<typeof Reconciliation>;

/** The figures of a reconciliation that are numbers. */
export const countedFigures = (Object.keys(Reconciliation.properties) as (keyof Reconciliation)[]).filter(
  (key): key is CountedFigure => key !== 'holds' && key !== 'broken' && key !== 'verdict',
);
type CountedFigure = Exclude<keyof Reconciliation, 'holds' | 'broken' | 'verdict'>;

export const workOrderReconciliation = defineCall({
  method: 'GET',
  path: '/api/plant/workorders/reconciliation',
  access: ['orderlist'],
  summary:
    'Get where the codes of a work order are, and whether they balance. A closed work order returns the figures of its ' +
    'closing.',
  input: IdInput(),
  output: Type.Object({
    ...Reconciliation.properties,
    /** For a closed order: the figures that have changed since it was closed, as they are now. */
    since: Type.Array(Type.Object({ figure: Type.Enum([...countedFigures]), now: Type.Integer() })),
  }),
});

/** What an order may leave open, so that rules about its goods have nothing to go by. */
const leftOpen = ['relation', 'expiry', 'warehouse'] as const;
export type LeftOpen = (typeof leftOpen)[number];

export const workOrderDetail = defineCall({
  method: 'GET',
  path: '/api/plant/workorders/detail',
  access: ['orderlist'],
  summary: 'Get the people who took the steps of a work order, and what became of its lot.',
  input: IdInput(),
  output: Type.Object({
    id: Id(),
    /** The factory that makes it. */
    factory_id: Nullable(Id()),
    factory_name: Nullable(Type.String()),
    /** People whom the caller may not see are null, here and below. */
    created_by: Nullable(Type.String()),
    created_by_id: Nullable(Id()),
    released_at: Nullable(Moment()),
    finished_by: Nullable(Type.String()),
    finished_by_id: Nullable(Id()),
    closed_at: Nullable(Moment()),
    closed_by: Nullable(Type.String()),
    closed_by_id: Nullable(Id()),
    close_reason: Nullable(Type.String()),
    /** Who opened it again after it was closed, the latest first. */
    reopened: Type.Array(
      Type.Object({ by: Nullable(Type.String()), by_id: Nullable(Id()), at: Moment(), reason: Type.String() }),
    ),
    /** Why it runs, or ran, beside other work orders on its line. */
    beside_reason: Nullable(Type.String()),
    lot: Nullable(LotRelease),
    /** Whether the whole lot is on hold, and what for. */
    lot_hold: Nullable(Type.Object(onHold)),
    /** The work orders that make the lot and are not finished: until they are, quality does not release it. */
    lot_awaits: Type.Array(Type.String()),
    /** Units on products that count against the limit of the order: those bound, without those destroyed. */
    made: Type.Integer(),
    /** What was allowed beyond plan and tolerance, the latest first. */
    allowances: Type.Array(
      Type.Object({ quantity: Type.Integer(), reason: Type.String(), by: Type.String(), by_id: Id(), at: Moment() }),
    ),
    /**
     * What it leaves open: without a packaging relation, packages hold whatever is put into them; without an expiry date, its goods
     * never expire, and leave by their day of production; without a warehouse, they are in no stock until they are stored.
     */
    left_open: Type.Array(Type.Enum([...leftOpen])),
    /** The enabled extension fields in display order, with the value of this order. */
    extension: Type.Array(Type.Object({ field: orderField.Row, value: Nullable(Type.String()) })),
  }),
});
