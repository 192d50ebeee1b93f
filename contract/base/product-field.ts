import Type from 'typebox';
import { screensIn } from '../menu.ts';
import { extensionFields } from '../thing/extension.ts';
import { defineThing, type RowOf } from '../thing/thing.ts';
import { defaulted } from '../thing/thing-fields.ts';

export const productField = defineThing({
  key: 'prodcutextend',
  table: 'product_field',
  parties: 'read',
  code: 'field_code',
  path: '/api/base/productfields',
  fields: extensionFields({ shown_to_consumers: defaulted(Type.Boolean()) }),
  calls: { page: { access: screensIn('product') } },
  says: {
    page: 'Extension fields of products, a page at a time.',
    add: 'Add an extension field of products.',
    update: 'Change an extension field. Its code and kind stay once products have a value.',
    delete: 'Delete an extension field that no product has a value of.',
  },
});
export type ProductField = RowOf<typeof productField>;
