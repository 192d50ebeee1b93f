import { factory } from '@suyuan/contract/base/factory.ts';
import type { Reference } from '../../records.ts';

/** All factories, the enterprise's own and external ones. */
export const factoryReference: Reference = {
  page: factory.page,
  label: (row) => `${row.factory_name} (${row.factory_code})`,
};
