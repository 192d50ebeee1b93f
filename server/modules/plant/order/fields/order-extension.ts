import type { Extension } from '#platform/extension/extension-fields.ts';

export const orderExtension: Extension = {
  table: 'order_field',
  holder: 'work_order',
  holderName: 'order_no',
  inUse: 'field_in_orders',
};
