import { material } from '@suyuan/contract/base/material.ts';
import type { Reference } from '../../records.ts';

/** Enabled materials. */
export const materialReference: Reference = {
  page: material.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.material_name} (${row.material_code})`,
};
