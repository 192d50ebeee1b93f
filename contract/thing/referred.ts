import type { MenuKey } from '../menu.ts';

/** The kinds of records that fields refer to, and the screen that shows a record of each kind. */

interface ShownAt {
  /** The menu key of the screen. */
  readonly screen: MenuKey;
  /** The parameter of the screen's URL that names the record; `detail` by default. */
  readonly asks?: string;
  /** The tab with its list, if the screen has several lists. */
  readonly tab?: string;
}

const shownAt = {
  account: { screen: 'stafflist' },
  brand: { screen: 'productsort' },
  certificate: { screen: 'certificate' },
  code_closure: { screen: 'queryclose' },
  code_order: { screen: 'records' },
  code_rule: { screen: 'coderule' },
  consumer_warning: { screen: 'queryconsumerwarning' },
  dealer: { screen: 'dealer' },
  dealer_settlement: { screen: 'case', tab: 'settlements' },
  department: { screen: 'tree', asks: 'id' },
  factory: { screen: 'plantlist' },
  forensic_case: { screen: 'forensics' },
  hierarchy: { screen: 'hierarchy' },
  inspect_case: { screen: 'case' },
  inspect_record: { screen: 'inspectrecord' },
  inspect_task: { screen: 'case', tab: 'tasks' },
  line: { screen: 'workline' },
  /** By lot number; shows the work orders that made it. */
  lot: { screen: 'orderlist', asks: 'lot' },
  material: { screen: 'material' },
  position: { screen: 'departmentjob' },
  product: { screen: 'productpages', asks: 'id' },
  refund: { screen: 'refund' },
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

/** A field that names another record: the kind of the record, and the field of the row with its id. */
export interface NamedRecord {
  readonly to: Referred;
  readonly by: string;
}

/** For a field that names another record. */
export const names = <const By extends string>(to: Referred, by: By) => ({ names: { to, by } }) as const;

/** The screen that shows a record, and the query of its URL. */
export function whereShown(to: Referred, id: number | string): readonly [screen: MenuKey, query: string] {
  const { screen, asks = 'detail', tab }: ShownAt = shownAt[to];
  return [screen, `${new URLSearchParams({ ...(tab ? { tab } : {}), [asks]: `${id}` })}`];
}
