import { screensIn } from '../../menu.ts';
import { extensionFields } from '../../thing/extension.ts';
import { defineThing, type RowOf } from '../../thing/thing.ts';

export const orderField = defineThing({
  key: 'orderextendlist',
  table: 'order_field',
  parties: 'read',
  code: 'field_code',
  path: '/api/plant/orderfields',
  fields: extensionFields({}),
  calls: { page: { access: screensIn('production') } },
  summaries: {
    page: 'List extension fields of work orders (paged).',
    add: 'Add an extension field of work orders.',
    update: 'Change an extension field. Its code and type cannot change once work orders have values.',
    delete: 'Delete an extension field that no work order has a value for.',
  },
});
export type OrderField = RowOf<typeof orderField>;
