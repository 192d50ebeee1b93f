import { carriers, levels } from '@suyuan/codes/format/format.ts';
import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import {
  Day,
  Id,
  IdInput,
  IdOutput,
  Input,
  Moment,
  Nullable,
  OneOfNumbers,
  RequiredText,
  RuleId,
  Text,
} from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { names } from '../thing/referred.ts';
import { defineList, keyword, type RowOf } from '../thing/thing.ts';
import { beganBy, inputOf, optional, periodIn, readOnly, required } from '../thing/thing-fields.ts';
import { symbols } from './code-rule.ts';

/** The maximum quantity of an order. */
export const maxOrdered = 100_000_000;
export const Quantity = () => Type.Integer({ minimum: 1, maximum: maxOrdered });

/** In a page of orders, the used codes of each order are counted up to this number only, because there may be millions. */
export const maxUsedCounted = 1000;

/** The same of codes that events are about. */
export const maxInUseCounted = 100_000;

const orderFields = {
  order_no: readOnly(Type.String(), { sort: true }),
  rule_id: required(RuleId(), { filter: true, exported: false }),
  rule_name: readOnly(Type.String(), names('code_rule', 'rule_id')),
  level: readOnly(OneOfNumbers(levels), { exported: false }),
  carrier: readOnly(Type.Enum([...carriers]), { exported: false }),
  symbol: readOnly(Type.Enum([...symbols]), { exported: false }),
  product_id: optional(Id(), { filter: true, exported: false }),
  product_code: readOnly(Nullable(Type.String()), names('product', 'product_id')),
  /** The product of the order, or the one to which its pre-codes were bound later. */
  product_name: readOnly(Nullable(Type.String()), names('product', 'product_id')),
  /** The work order that the codes are for: product, lot and production date are its own. */
  work_order_id: optional(Id(), { withoutColumn: true, exported: false }),
  work_order_no: readOnly(Nullable(Type.String()), names('work_order', 'work_order_id')),
  /** Lot and production date of the codes. */
  lot: optional(IdentifierOrNone(20), { withoutColumn: true, row: Nullable(Type.String()) }),
  production_date: optional(Day(), { withoutColumn: true, row: Nullable(Type.String()) }),
  quantity: required(Quantity(), { sort: true }),
  /** The number of codes with a product. As a filter: orders for a product (true), or of pre-codes without one (false). */
  bound: readOnly(Type.Integer(), { filter: Type.Boolean() }),
  /**
   * Codes on products; closed, scrapped, sampled or replaced ones; and those that are left: together the quantity. Of an order of
   * which more than `maxInUseCounted` codes were used, lists have null; the detail counts all, and exported files omit them.
   */
  on_products: readOnly(Nullable(Type.Integer()), { exported: false }),
  gone: readOnly(Nullable(Type.Integer()), { exported: false }),
  left: readOnly(Nullable(Type.Integer()), { exported: false }),
  /**
   * Codes that consumers have scanned. Lists count up to `maxUsedCounted`, the detail counts all, and exported files omit it.
   */
  used: readOnly(Nullable(Type.Integer()), { exported: false }),
  /** The number of closed codes. */
  closed: readOnly(Type.Integer()),
  downloads: readOnly(Type.Integer()),
  status: readOnly(Type.Enum(['open', 'closed']), { sort: true, filter: true }),
  /**
   * For an order of sets: the ratio and number of sets, and the depth of this order's codes in a set, where 0 is the outermost
   * package.
   */
  set_id: readOnly(Nullable(Id()), { exported: false }),
  set_ratio: readOnly(Nullable(Type.String())),
  set_depth: readOnly(Nullable(Type.Integer()), { exported: false }),
  /** Whether the codes were printed by others and imported. */
  imported: readOnly(Type.Boolean(), { exported: false }),
  first_code: readOnly(Type.String()),
  last_code: readOnly(Type.String()),
  guess_odds: readOnly(Type.Number()),
  printer: optional(Text(64)),
  purpose: optional(Text(256)),
  close_reason: readOnly(Nullable(Type.String())),
  closed_at: readOnly(Nullable(Moment()), { exported: false }),
  ...beganBy('created'),
  period: periodIn('created_at'),
};

export const codeOrder = defineList({
  key: 'records',
  table: 'code_order',
  parties: 'nothing',
  path: '/api/tagging/orders',
  fields: orderFields,
  filters: keyword,
  chosenOn: ['readycreate', 'rulenews', 'queryclose'],
  summaries: { page: 'List orders of codes (paged).' },
});
export type CodeOrder = RowOf<typeof codeOrder>;

/** Orders without a product. Their codes are pre-codes until they are bound. */
export const preCode = defineList({
  key: 'readycreate',
  table: 'code_order',
  parties: 'nothing',
  path: '/api/tagging/precodes',
  fields: {
    ...orderFields,
    product_id: readOnly(Nullable(Id()), { exported: false }),
    work_order_id: readOnly(Nullable(Id()), { exported: false }),
    lot: readOnly(Nullable(Type.String())),
    production_date: readOnly(Nullable(Type.String())),
    bound: readOnly(Type.Integer()),
  },
  filters: keyword,
  summaries: { page: 'List orders of pre-codes, ordered without a product (paged).' },
});

export const orderDetail = defineCall({
  method: 'GET',
  path: '/api/tagging/orders/detail',
  access: ['records', 'readycreate'],
  summary: 'Get an order with its parts for printers, the other orders of its set, and its bindings and closures.',
  input: IdInput(),
  output: Type.Object({
    order: codeOrder.Row,
    set: Type.Array(
      Type.Object({
        id: Id(),
        order_no: Type.String(),
        depth: Type.Integer(),
        rule_name: Type.String(),
        quantity: Type.Integer(),
      }),
    ),
    /** Segments by number in the order, from 1; at most the first thousand. */
    segments: Type.Array(
      Type.Object({
        from: Type.Integer(),
        to: Type.Integer(),
        product_name: Nullable(Type.String()),
        lot: Nullable(Type.String()),
        production_date: Nullable(Type.String()),
        work_order_no: Nullable(Type.String()),
        closure_no: Nullable(Type.String()),
        close_reason: Nullable(Type.String()),
      }),
    ),
    parts: Type.Array(
      Type.Object({
        id: Id(),
        position: Type.Integer(),
        from: Type.Integer(),
        to: Type.Integer(),
        printer: Nullable(Type.String()),
      }),
    ),
  }),
});

const orderInput = inputOf(orderFields);
const OrderMade = Type.Object({ id: Id(), order_no: Type.String(), first: Type.String(), count: Type.Integer() });

export const orderAdd = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/add',
  access: ['records:add', 'readycreate:add'],
  summary:
    'Order codes: reserves the next range of the rule, in one row whatever the quantity. With a product, lot and ' +
    'production date can be given; with a work order, its own apply.',
  input: Input(orderInput),
  output: OrderMade,
});

const { rule_id, quantity: sets, ...details } = orderInput;
export const setAdd = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/addset',
  access: ['records:add', 'readycreate:add'],
  summary: 'Order sets: packages and their contents, issued together, in one row for each level.',
  input: Input({
    /** The ratio, e.g. 1:6:24: the total number of codes of each level in one set, outermost first. */
    ratio: Text(64),
    sets,
    /** A rule for each number of the ratio, in the same order. */
    rule_ids: Type.Array(rule_id, { minItems: 2, maxItems: 5 }),
    ...details,
  }),
  output: Type.Object({ set_id: Id(), orders: Type.Array(OrderMade) }),
});
export const orderClose = defineCall({
  method: 'POST',
  path: '/api/tagging/orders/close',
  access: ['records:close', 'queryclose:close'],
  summary: 'Close an order. All its codes answer "void" from now on.',
  input: Input({ id: Id(), reason: RequiredText(256) }),
  output: IdOutput(),
});
