import { refund } from '@suyuan/contract/physical/refund.ts';
import { defineFound } from '#platform/find/found.ts';

export const refundFound = defineFound(refund, { table: 'refund', title: 'refund_no' });
