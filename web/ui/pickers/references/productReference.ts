import { product } from '../../../../contract/base/product.ts';
import type { Row } from '../../records.ts';

/** A product to choose, of those that are still made. */
export const productReference = {
  page: product.page,
  filters: { status: 'enabled' },
  label: (row: Row) => `${row.product_name} (${row.product_code})`,
};
