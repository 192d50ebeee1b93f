import { productUnits } from '@suyuan/contract/base/product/product-units.ts';
import type { Services } from '#platform/services.ts';
import { productUnitsOf } from '#trace/goods.ts';

/** Serves how goods of products are counted, which everybody may know. */
export default function serveProductUnits({ routes, system }: Services): void {
  routes.serve(productUnits, async ({ ids }, { language }) => [
    ...(await productUnitsOf(system.common.sql, ids.split(',').map(Number), language)).values(),
  ]);
}
