import { product } from '../../../contract/base/product.ts';
import type { Row } from '../../ui/records.ts';

/** The products that codes can be bound to. */
export const productReference = {
  page: product.page,
  filters: { status: 'enabled' },
  label: (row: Row) => `${row.product_name} (${row.product_code})`,
};
