import { stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import type { Reference } from '#ui/records.ts';

/** Enabled reasons of stops, by their place in the tree. */
export const reasonReference: Reference = {
  page: stopReason.page,
  filters: { status: 'enabled', sort: 'sort' },
  label: (row) => (row.parent_name ? `${row.parent_name} › ${row.reason_name}` : `${row.reason_name}`),
};
