import { refund } from '@suyuan/contract/physical/refund.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Reference, Row } from '#ui/records.ts';

export const waybillReference: Reference = {
  page: waybill.page,
  label: (row: Row) =>
    [row.waybill_no, row.dealer_name ?? row.to_warehouse_name ?? row.to_factory_name ?? row.receiver]
      .filter(Boolean)
      .join(' · '),
};

export const refundReference: Reference = {
  page: refund.page,
  label: (row) => [row.refund_no, row.dealer_name].filter(Boolean).join(' · '),
};
