import type { MenuKey } from '../menu.ts';

/** What fields of other records refer to, and where one of them is shown. */

interface ShownAt {
  /** The menu key of the screen. */
  readonly screen: MenuKey;
  /** What the screen's address calls the one that is shown; its detail unless it is said. */
  readonly asks?: string;
  /** Of several lists of the screen, the one that has it. */
  readonly tab?: string;
}

const shownAt = {
  account: { screen: 'stafflist' },
  brand: { screen: 'productsort' },
  code_closure: { screen: 'queryclose' },
  code_order: { screen: 'records' },
  code_rule: { screen: 'coderule' },
  dealer: { screen: 'dealer' },
  department: { screen: 'tree', asks: 'id' },
  factory: { screen: 'plantlist' },
  hierarchy: { screen: 'hierarchy' },
  line: { screen: 'workline' },
  /** A lot by its number: the work orders that it was made by. */
  lot: { screen: 'orderlist', asks: 'lot' },
  material: { screen: 'material' },
  position: { screen: 'departmentjob' },
  product: { screen: 'productpages', asks: 'id' },
  role: { screen: 'rolemanage' },
  ship_to: { screen: 'dealer', tab: 'shipto' },
  supplier: { screen: 'material', tab: 'suppliers' },
  team: { screen: 'classlist' },
  unit: { screen: 'productunit' },
  warehouse: { screen: 'store' },
  waybill: { screen: 'freight' },
  work_order: { screen: 'orderlist' },
  workshop: { screen: 'workshoplist' },
} as const satisfies Readonly<Record<string, ShownAt>>;

export type Referred = keyof typeof shownAt;

/** A field names another record: what it is one of, and the field of the row that tells which. */
export interface NamedRecord {
  readonly to: Referred;
  readonly by: string;
}

/** For a field that names another record. */
export const names = <const By extends string>(to: Referred, by: By) => ({ names: { to, by } }) as const;

/** The screen that shows a record, and the query of its address. */
export function whereShown(to: Referred, id: number | string): readonly [screen: MenuKey, query: string] {
  const { screen, asks = 'detail', tab }: ShownAt = shownAt[to];
  return [screen, `${new URLSearchParams({ ...(tab ? { tab } : {}), [asks]: `${id}` })}`];
}
