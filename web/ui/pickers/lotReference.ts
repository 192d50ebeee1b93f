import { lotChoices } from '@suyuan/contract/inspect/goods-there.ts';
import type { Reference } from '../records.ts';

/** Lots, as filters of lists and reports. */
export const lotReference: Reference = {
  list: lotChoices,
  label: (row) => `${row.lot_no} · ${row.product_name}`,
};
