import { productionLine } from '../../../../contract/plant/production-line.ts';
import type { Reference } from '../../records.ts';

/** A production line to choose, of those that are in use. */
export const lineReference: Reference = {
  page: productionLine.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.line_name} (${row.line_code})`,
};
