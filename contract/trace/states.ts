/** The states that codes and goods can be in. Which event leads to which is in `events.ts`. */

/** The life state of a code, independent of where it is. */
export const lives = ['issued', 'active', 'sampled', 'inactive', 'destroyed'] as const;
export type Life = (typeof lives)[number];

/** Where the goods with the code are. */
export const stocks = ['none', 'at_place', 'in_transit', 'with_dealer', 'returned', 'lost', 'void'] as const;
export type Stock = (typeof stocks)[number];

/**
 * Kinds of places. In transit, the place is the waybill, as it is of goods lost on the way; returned goods awaiting inspection
 * are at their return; `outside` is anybody who is neither a dealer nor our own. What a count of a warehouse did not find is `missing` from it.
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
  'lost',
  'missing',
] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** The stock state of goods at a place of this kind. */
export const stockAt: Readonly<Record<PlaceKind, Stock>> = {
  warehouse: 'at_place',
  factory: 'at_place',
  line: 'at_place',
  ship_to: 'with_dealer',
  dealer: 'with_dealer',
  outside: 'with_dealer',
  waybill: 'in_transit',
  refund: 'returned',
  lost: 'lost',
  missing: 'lost',
};
