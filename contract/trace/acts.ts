/**
 * What can be done to codes, and what follows: the words are those of EPCIS 2.0 and CBV 2.0, the states the project's own.
 * This is the only place that says which act may begin in which state and where it leads.
 */

/** What a code is, whatever it is in and wherever that is. */
export const lives = ['issued', 'active', 'sampled', 'inactive', 'destroyed'] as const;
export type Life = (typeof lives)[number];

/** Where the goods are that carry it. */
export type Stock = 'none' | 'at_place' | 'in_transit' | 'with_dealer' | 'returned' | 'void';

/** How an act names a code: as one of several things, as what they are in, or as what takes the place of another. */
export type Naming = 'item' | 'parent' | 'successor';

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
  readonly of: Partial<Record<Naming, Transition>> & { readonly item: Transition };
}

const alive = ['issued', 'active'] as const;
const notShipped = ['none', 'at_place'] as const;
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
    of: { item: { from: lives, stockFrom: wherever } },
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

/** What an act does to a code that it names so; undefined where it names none so. */
export const transitionOf = (act: ActName, naming: Naming): Transition | undefined => (acts[act] as Act).of[naming];
