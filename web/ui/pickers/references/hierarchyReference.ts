import { hierarchy } from '../../../../contract/base/hierarchy.ts';
import type { Reference } from '../../records.ts';

/** A packaging relation to choose, with what holds how many. */
export const hierarchyReference: Reference = {
  page: hierarchy.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.hierarchy_name} (${row.ratio})`,
};
