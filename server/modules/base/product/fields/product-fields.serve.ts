import { productField } from '@suyuan/contract/base/product/product-field.ts';
import { fieldRules, shownField } from '#platform/extension/extension-fields.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { productExtension } from './product-extension.ts';

/** Serves the fields that an enterprise defines for its products. */
export default function serveProductFields(services: Services): void {
  serveThing(services, productField, {
    table: 'product_field',
    rows: (from) => from.selectFrom('product_field').selectAll(),
    present: shownField,
    ...fieldRules(productExtension),
  });
}
