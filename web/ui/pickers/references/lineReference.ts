import { productionLine } from '@suyuan/contract/plant/production-line.ts';
import type { Reference } from '../../records.ts';

/** Enabled production lines. */
export const lineReference: Reference = {
  page: productionLine.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.line_name} (${row.line_code})`,
};
