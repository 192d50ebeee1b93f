import { hierarchy } from '@suyuan/contract/base/hierarchy.ts';
import type { Reference } from '../../records.ts';

/** Enabled packaging relations, with their ratios. */
export const hierarchyReference: Reference = {
  page: hierarchy.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.hierarchy_name} (${row.ratio})`,
};
