import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import { fieldRules, shownField } from '#platform/extension/extension-fields.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { orderExtension } from './order-extension.ts';

/** Serves the extension fields of work orders. */
export default function serveOrderFields(services: Services): void {
  serveThing(services, orderField, {
    table: 'order_field',
    rows: (from) => from.selectFrom('order_field').selectAll(),
    present: shownField,
    ...fieldRules(orderExtension),
  });
}
