import { type Life, lives, type Stock } from './states.ts';

/**
 * What can be done to codes, and the result. Event types, actions and steps are those of EPCIS 2.0 and CBV 2.0; the states are
 * the project's own. Only this file says in which states an event is allowed, and to which it leads.
 */

/**
 * The role of a code in an event: one of the items, their package, the code that replaces another one, or the outermost code of a
 * set with all its contents.
 */
export type CodeRole = 'item' | 'parent' | 'successor' | 'set';

interface Transition {
  readonly from: readonly Life[];
  /** The life state afterwards; unchanged if omitted. */
  readonly to?: Life;
  /** The stock states in which it is allowed. Afterwards, the goods are at the place of the event. */
  readonly stockFrom: readonly Stock[];
}

interface EventDefinition {
  /** The number of the event in the database; it must never change or be reused. */
  readonly no: number;
  readonly type: 'ObjectEvent' | 'AggregationEvent';
  readonly action: 'ADD' | 'OBSERVE' | 'DELETE';
  readonly bizStep: string;
  readonly disposition?: string;
  /** The event moves or inspects goods: their product, lot and work order are those of earlier events. */
  readonly keepsGoods?: true;
  /** Allowed for goods on hold: they come back, are examined, or are removed from circulation. */
  readonly despiteHold?: true;
  /** Codes keep state and place: the event is ignored when states are derived, and later events do not depend on it. */
  readonly changesNothing?: true;
  readonly of: Partial<Record<CodeRole, Transition>> & { readonly item: Transition };
}

const alive = ['issued', 'active'] as const;
const notShipped = ['none', 'at_place'] as const;
const outOfHands = ['in_transit', 'with_dealer'] as const;
const anywhere = ['none', 'at_place', 'in_transit', 'with_dealer', 'returned', 'lost'] as const;
const wherever = [...anywhere, 'void'] as const;

export const eventTypes = {
  /** 上线绑定: the code is put on a product. */
  bind: {
    no: 1,
    type: 'ObjectEvent',
    action: 'ADD',
    bizStep: 'commissioning',
    disposition: 'active',
    of: { item: { from: ['issued'], to: 'active', stockFrom: ['none'] } },
  },
  /** 包装关联. An item that was not bound before is bound by it. */
  pack: {
    no: 2,
    type: 'AggregationEvent',
    action: 'ADD',
    bizStep: 'packing',
    of: {
      item: { from: alive, to: 'active', stockFrom: notShipped },
      parent: { from: alive, to: 'active', stockFrom: notShipped },
      set: { from: alive, to: 'active', stockFrom: notShipped },
    },
  },
  /** 关联解除: items are taken out of a package; an empty one is no package any more. */
  unpack: {
    no: 3,
    type: 'AggregationEvent',
    action: 'DELETE',
    bizStep: 'unpacking',
    // What comes out of a package takes its holds along.
    despiteHold: true,
    of: {
      item: { from: ['active'], to: 'active', stockFrom: anywhere },
      parent: { from: ['active'], to: 'active', stockFrom: anywhere },
    },
  },
  /** 关联替换, 换标: another code replaces one that cannot be read. */
  replace: {
    no: 4,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'decommissioning',
    disposition: 'inactive',
    of: {
      item: { from: ['active'], to: 'inactive', stockFrom: anywhere },
      successor: { from: ['issued'], to: 'active', stockFrom: ['none'] },
    },
  },
  /** A label or product is discarded on the line. */
  scrap: {
    no: 5,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'destroying',
    disposition: 'destroyed',
    despiteHold: true,
    of: { item: { from: alive, to: 'destroyed', stockFrom: notShipped } },
  },
  /** A sample is taken. */
  sample: {
    no: 6,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'sampling',
    despiteHold: true,
    of: { item: { from: alive, to: 'sampled', stockFrom: notShipped } },
  },
  /** The line puts a product aside; it can still be packed later. */
  reject: {
    no: 7,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'inspecting',
    disposition: 'non_sellable_other',
    of: { item: { from: alive, to: 'active', stockFrom: notShipped } },
  },
  /** A label with the code is printed. It does not change where the code is, because printing may be reported after packing. */
  print: {
    no: 8,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'encoding',
    disposition: 'encoded',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 入库, 移库; also of goods that were missing from a warehouse and turn up. */
  store: {
    no: 9,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'storing',
    keepsGoods: true,
    of: { item: { from: ['active'], stockFrom: [...notShipped, 'lost'] } },
  },
  /** 装车: goods are put on a waybill; until it is shipped, they stay where they are. */
  load: {
    no: 10,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'loading',
    keepsGoods: true,
    of: { item: { from: ['active'], stockFrom: [...notShipped, ...outOfHands] } },
  },
  unload: {
    no: 11,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'unloading',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: [...notShipped, 'with_dealer'] } },
  },
  /** 出库: the goods on a waybill leave. */
  ship: {
    no: 12,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'shipping',
    disposition: 'in_transit',
    keepsGoods: true,
    of: { item: { from: ['active'], stockFrom: [...notShipped, 'with_dealer'] } },
  },
  /** 到货. */
  receive: {
    no: 13,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'receiving',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['in_transit', 'lost'] } },
  },
  /** 减货, 解除运单关联: goods are taken off a waybill after shipping. */
  void_ship: {
    no: 14,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'void_shipping',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: [...outOfHands, 'lost'] } },
  },
  /** 退货: goods come back, and are kept apart until they are inspected. */
  take_back: {
    no: 15,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'receiving',
    disposition: 'returned',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['none', 'at_place', ...outOfHands, 'lost'] } },
  },
  /** 解除运单关联 of a return: the goods are where they were before it. */
  void_return: {
    no: 16,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'void_shipping',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['returned'] } },
  },
  /** Returned goods passed inspection and can be sold again. */
  restock: {
    no: 17,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'storing',
    disposition: 'sellable_not_accessible',
    keepsGoods: true,
    of: { item: { from: ['active'], stockFrom: ['returned'] } },
  },
  /** Returned goods were inspected and need rework before they can be sold. */
  rework: {
    no: 18,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'inspecting',
    disposition: 'non_sellable_other',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['returned'] } },
  },
  /** Goods are destroyed, with all their contents. */
  destroy: {
    no: 19,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'destroying',
    disposition: 'destroyed',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], to: 'destroyed', stockFrom: ['at_place', 'in_transit', 'returned'] } },
  },
  /** 稽查, 取证: somebody inspected the code on the market, whatever its state. */
  inspect: {
    no: 20,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'inspecting',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /**
   * 冻结, 召回: goods must not be sold. A hold is stored apart from the state and place of codes. Of a quality hold the disposition is
   * `non_sellable_other`.
   */
  hold: {
    no: 21,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'holding',
    disposition: 'recalled',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 解除冻结. CBV has no step for it, only the disposition `available`. */
  release: {
    no: 22,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'other',
    disposition: 'available',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 关闭 of codes on products. The closure is stored apart from the state of codes, and undone as a whole. */
  close: {
    no: 23,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'decommissioning',
    disposition: 'inactive',
    changesNothing: true,
    of: { item: { from: ['active'], stockFrom: wherever } },
  },
  /** 重新启用 of closed codes. */
  reopen: {
    no: 24,
    type: 'ObjectEvent',
    action: 'ADD',
    bizStep: 'commissioning',
    disposition: 'active',
    changesNothing: true,
    of: { item: { from: ['active'], stockFrom: wherever } },
  },
  /**
   * Goods that were in transit are given up for lost, or a count of a warehouse did not find them. They can still arrive, or be found,
   * which stores them again. CBV has no step for it.
   */
  lose: {
    no: 25,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'other',
    disposition: 'unavailable',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['in_transit', 'at_place'] } },
  },
} as const satisfies Readonly<Record<string, EventDefinition>>;

export type EventType = keyof typeof eventTypes;

const names = new Map<number, EventType>(Object.entries(eventTypes).map(([name, { no }]) => [no, name as EventType]));

/** Returns the event type with this number; throws if there is none. */
export function eventTypeOf(no: number): EventType {
  const name = names.get(no);
  if (!name) throw new Error(`There is no event type with the number ${no}`);
  return name;
}

/** Whether product, lot and work order of the goods stay those of earlier events. */
export const keepsGoods = (eventType: EventType): boolean =>
  (eventTypes[eventType] as EventDefinition).keepsGoods === true;

/** Whether the event is allowed for goods on hold. */
export const isDoneDespiteHold = (eventType: EventType): boolean =>
  (eventTypes[eventType] as EventDefinition).despiteHold === true;

/** Whether the event leaves state and place of codes unchanged. */
export const changesNothing = (eventType: EventType): boolean =>
  (eventTypes[eventType] as EventDefinition).changesNothing === true;

/** Events that can be about a whole lot: these have the lot, and no codes. */
export const eventTypesOfLots = ['hold', 'release'] as const satisfies EventType[];

/** The numbers of the events that have codes as ranges of any size. They apply only to those codes that are on products at that time. */
export const aboutRanges: readonly number[] = (['close', 'reopen'] as const satisfies EventType[]).map(
  (type) => eventTypes[type].no,
);

/** The numbers of the events that change nothing. */
export const changingNothing: readonly number[] = [...names].flatMap(([no, eventType]) =>
  changesNothing(eventType) ? [no] : [],
);

/** The numbers of the events that move goods. */
export const movingGoods: readonly number[] = [...names].flatMap(([no, eventType]) =>
  keepsGoods(eventType) ? [no] : [],
);

/** What an event does to a code in this role; undefined if the event has no such role. */
export const transitionOf = (eventType: EventType, role: CodeRole): Transition | undefined =>
  (eventTypes[eventType] as EventDefinition).of[role];
