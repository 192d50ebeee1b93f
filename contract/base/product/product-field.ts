import Type from 'typebox';
import { screensIn } from '../../menu.ts';
import { extensionFields } from '../../thing/extension.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';
import { defaulted } from '../../thing/thing-fields.ts';

export const productField = defineThing({
  key: 'prodcutextend',
  table: 'product_field',
  parties: 'read',
  code: 'field_code',
  path: '/api/base/productfields',
  fields: extensionFields({ shown_to_consumers: defaulted(Type.Boolean()) }),
  calls: { page: { access: screensIn('product') } },
  summaries: {
    page: 'List extension fields of products (paged).',
    add: 'Add an extension field of products.',
    update: 'Change an extension field. Its code and type cannot change once products have values.',
    delete: 'Delete an extension field that no product has a value for.',
  },
});
export type ProductField = RowOf<typeof productField>;
