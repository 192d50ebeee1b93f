import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { defineFound } from '#platform/find/found.ts';

export const codeOrderFound = defineFound(codeOrder, { table: 'code_order', title: 'order_no' });
