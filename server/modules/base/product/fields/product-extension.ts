import type { Extension } from '#platform/extension/extension-fields.ts';

export const productExtension: Extension = {
  table: 'product_field',
  holder: 'product',
  holderName: 'product_name',
  inUse: 'field_in_products',
};
