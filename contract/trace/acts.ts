/**
 * What can be done to codes, and what follows: the words are those of EPCIS 2.0 and CBV 2.0, the states the project's own.
 * This is the only place that says which act may begin in which state and where it leads.
 */

/** What a code is, whatever it is in and wherever that is. */
export const lives = ['issued', 'active', 'sampled', 'inactive', 'destroyed'] as const;
export type Life = (typeof lives)[number];

/** Where the goods are that carry it. */
export const stocks = ['none', 'at_place', 'in_transit', 'with_dealer', 'returned', 'void'] as const;
export type Stock = (typeof stocks)[number];

/**
 * What goods can be at. Between two of them they are at the waybill that they travel with; what came back and was not yet
 * inspected is at its return; `outside` is whoever is none of ours.
 */
export const placeKinds = [
  'warehouse',
  'factory',
  'line',
  'ship_to',
  'dealer',
  'waybill',
  'refund',
  'outside',
] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** Where in the course of things goods are that are at a place. */
export const stockAt: Readonly<Record<PlaceKind, Stock>> = {
  warehouse: 'at_place',
  factory: 'at_place',
  line: 'at_place',
  ship_to: 'with_dealer',
  dealer: 'with_dealer',
  outside: 'with_dealer',
  waybill: 'in_transit',
  refund: 'returned',
};

/**
 * How an act names a code: as one of several things, as what they are in, as what takes the place of another, or as the
 * outermost code of a set with all that lies in it.
 */
export type Naming = 'item' | 'parent' | 'successor' | 'set';

interface Transition {
  readonly from: readonly Life[];
  /** The life it leads to; as before where nothing is said. */
  readonly to?: Life;
  /** Where the goods may be; where they are afterwards is the place of the act. */
  readonly stockFrom: readonly Stock[];
}

interface Act {
  /** How tables name it; given once and never again. */
  readonly no: number;
  readonly type: 'ObjectEvent' | 'AggregationEvent';
  readonly action: 'ADD' | 'OBSERVE' | 'DELETE';
  readonly bizStep: string;
  readonly disposition?: string;
  /** The goods are moved or looked at: what they are is told by earlier acts. */
  readonly keepsGoods?: true;
  /** It is done to goods that somebody holds, too: they come back, or come to nothing. */
  readonly despiteHold?: true;
  /** Codes are what they were, and where they were: states are told without it, and nothing that is done builds on it. */
  readonly changesNothing?: true;
  readonly of: Partial<Record<Naming, Transition>> & { readonly item: Transition };
}

const alive = ['issued', 'active'] as const;
const notShipped = ['none', 'at_place'] as const;
const outOfHands = ['in_transit', 'with_dealer'] as const;
const anywhere = ['none', 'at_place', 'in_transit', 'with_dealer', 'returned'] as const;
const wherever = [...anywhere, 'void'] as const;

export const acts = {
  /** 上线绑定: the code is on a product. */
  bind: {
    no: 1,
    type: 'ObjectEvent',
    action: 'ADD',
    bizStep: 'commissioning',
    disposition: 'active',
    of: { item: { from: ['issued'], to: 'active', stockFrom: ['none'] } },
  },
  /** 包装关联. A code that nobody bound before is bound by it. */
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
  /** 关联解除: children come out of a package; without children left it is none any more. */
  unpack: {
    no: 3,
    type: 'AggregationEvent',
    action: 'DELETE',
    bizStep: 'unpacking',
    of: {
      item: { from: ['active'], to: 'active', stockFrom: anywhere },
      parent: { from: ['active'], to: 'active', stockFrom: anywhere },
    },
  },
  /** 关联替换, 换标: another code takes the place of one that cannot be read. */
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
  /** A label or a product is thrown away on the line. */
  scrap: {
    no: 5,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'destroying',
    disposition: 'destroyed',
    of: { item: { from: alive, to: 'destroyed', stockFrom: notShipped } },
  },
  /** A sample is taken. */
  sample: {
    no: 6,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'sampling',
    of: { item: { from: alive, to: 'sampled', stockFrom: notShipped } },
  },
  /** A product that the line put aside: it may be packed later. */
  reject: {
    no: 7,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'inspecting',
    disposition: 'non_sellable_other',
    of: { item: { from: alive, to: 'active', stockFrom: notShipped } },
  },
  /** A label is printed with the code. It says nothing of where the code is: it may be told of when that is long packed. */
  print: {
    no: 8,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'encoding',
    disposition: 'encoded',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 入库, 移库. */
  store: {
    no: 9,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'storing',
    keepsGoods: true,
    of: { item: { from: ['active'], stockFrom: notShipped } },
  },
  /** 装车: the goods are on a waybill, and still where they were. */
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
  /** 出库: what a waybill was loaded with leaves. */
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
    of: { item: { from: ['active'], stockFrom: ['in_transit'] } },
  },
  /** 减货, 解除运单关联: goods come off a waybill after it was shipped. */
  void_ship: {
    no: 14,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'void_shipping',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: outOfHands } },
  },
  /** 退货: goods come back, and wait apart from others until they are inspected. */
  take_back: {
    no: 15,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'receiving',
    disposition: 'returned',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['none', 'at_place', ...outOfHands] } },
  },
  /** 解除运单关联 of a return: it is as if they had not come back. */
  void_return: {
    no: 16,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'void_shipping',
    keepsGoods: true,
    despiteHold: true,
    of: { item: { from: ['active'], stockFrom: ['returned'] } },
  },
  /** What came back was inspected and may be sold again. */
  restock: {
    no: 17,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'storing',
    disposition: 'sellable_not_accessible',
    keepsGoods: true,
    of: { item: { from: ['active'], stockFrom: ['returned'] } },
  },
  /** What came back was inspected and has to be made good before it may be sold. */
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
  /** Goods are destroyed, with all that lies in them. */
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
  /** 稽查, 取证: somebody looked at it on the market, whatever had become of it. */
  inspect: {
    no: 20,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'inspecting',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 冻结, 召回: goods stay where they are. Holds lie over what codes are and where, and change neither. */
  hold: {
    no: 21,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'holding',
    disposition: 'recalled',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 解除冻结. CBV has no step for it: what it says is that the goods may be sold and moved again. */
  release: {
    no: 22,
    type: 'ObjectEvent',
    action: 'OBSERVE',
    bizStep: 'other',
    disposition: 'available',
    changesNothing: true,
    of: { item: { from: lives, stockFrom: wherever } },
  },
  /** 关闭 of codes that are on products. It lies over what they are, and is taken back whole. */
  close: {
    no: 23,
    type: 'ObjectEvent',
    action: 'DELETE',
    bizStep: 'decommissioning',
    disposition: 'inactive',
    changesNothing: true,
    of: { item: { from: ['active'], stockFrom: wherever } },
  },
  /** 重新启用 of what was closed. */
  reopen: {
    no: 24,
    type: 'ObjectEvent',
    action: 'ADD',
    bizStep: 'commissioning',
    disposition: 'active',
    changesNothing: true,
    of: { item: { from: ['active'], stockFrom: wherever } },
  },
} as const satisfies Readonly<Record<string, Act>>;

export type ActName = keyof typeof acts;

const names = new Map<number, ActName>(Object.entries(acts).map(([name, { no }]) => [no, name as ActName]));

/** The act that a table names by this number. */
export function actOf(no: number): ActName {
  const name = names.get(no);
  if (!name) throw new Error(`no act has the number ${no}`);
  return name;
}

/** Whether an act leaves it to earlier ones to tell what the goods are. */
export const keepsGoods = (act: ActName): boolean => (acts[act] as Act).keepsGoods === true;

/** Whether an act is done to goods that somebody holds. */
export const isDoneDespiteHold = (act: ActName): boolean => (acts[act] as Act).despiteHold === true;

/** Whether codes are after an act what they were before it. */
export const changesNothing = (act: ActName): boolean => (acts[act] as Act).changesNothing === true;

/** Acts that are about whole lots, too: those name a lot and none of its codes. */
export const actsOfLots = ['hold', 'release'] as const satisfies ActName[];

/** Acts that name codes as ranges, however many; only those in them are meant that are on products by then. */
export const actsOfRanges = ['close', 'reopen'] as const satisfies ActName[];

/** Acts that change nothing, as tables name them. */
export const changingNothing: readonly number[] = [...names].flatMap(([no, act]) => (changesNothing(act) ? [no] : []));

/** What an act does to a code that it names so; undefined where it names none so. */
export const transitionOf = (act: ActName, naming: Naming): Transition | undefined => (acts[act] as Act).of[naming];
