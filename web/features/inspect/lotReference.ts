import { lotChoices } from '../../../contract/inspect/lot-choice.ts';
import type { Reference } from '../../ui/records.ts';

/** A lot that warnings and inspections are narrowed to. */
export const lotReference: Reference = {
  list: lotChoices,
  label: (row) => `${row.lot_no} · ${row.product_name}`,
};
