import { product } from '@suyuan/contract/base/product.ts';
import type { Row } from '../../records.ts';

/** Enabled products. */
export const productReference = {
  page: product.page,
  filters: { status: 'enabled' },
  label: (row: Row) => `${row.product_name} (${row.product_code})`,
};
