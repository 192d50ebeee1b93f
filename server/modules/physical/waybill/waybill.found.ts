import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { defineFound } from '#platform/find/found.ts';

export const waybillFound = defineFound(waybill, { table: 'waybill', title: 'waybill_no' });
