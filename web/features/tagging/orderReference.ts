import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import type { Row } from '#ui/records.ts';

/** All code orders. */
export const orderReference = {
  page: codeOrder.page,
  label: (row: Row) => [row.order_no, row.rule_name, row.product_name].filter(Boolean).join(' · '),
};
