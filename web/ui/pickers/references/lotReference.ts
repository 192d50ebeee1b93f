import { lotChoices } from '../../../../contract/inspect/lot-choice.ts';
import type { Reference } from '../../records.ts';

/** A lot that a list or a report is narrowed to. */
export const lotReference: Reference = {
  list: lotChoices,
  label: (row) => `${row.lot_no} · ${row.product_name}`,
};
