import { factory } from '../../../../contract/base/factory.ts';
import type { Reference } from '../../records.ts';

/** A factory to choose, the enterprise's own or an external one. */
export const factoryReference: Reference = {
  page: factory.page,
  label: (row) => `${row.factory_name} (${row.factory_code})`,
};
