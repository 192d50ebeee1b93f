import { material } from '../../../../contract/base/material.ts';
import type { Reference } from '../../records.ts';

/** A material to choose, of those that are in use. */
export const materialReference: Reference = {
  page: material.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.material_name} (${row.material_code})`,
};
