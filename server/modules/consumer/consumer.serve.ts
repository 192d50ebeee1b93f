import { answeredFirst } from '#platform/access/system-database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { serveDigitalLinks } from './digital-link/digital-link.ts';
import { LookCache } from './page/content/look-cache.ts';
import { StatedProducts } from './page/content/stated-product.ts';
import { serveConsumerPage } from './page/page.ts';
import { PagePreview } from './page/preview.ts';
import { serveScan } from './scan/scan.ts';

export default async function serveConsumer(
  services: Services,
  { rules, guard, desk, pageViews }: SharedServices,
): Promise<void> {
  const first = answeredFirst(services);
  const looks = new LookCache(first);
  await looks.open();
  const products = new StatedProducts(first, rules, guard);
  pageViews.provide(new PagePreview(services, { desk, looks, products }));
  serveScan(services, desk, products);
  const page = serveConsumerPage(services.app, first, { desk, looks, products });
  serveDigitalLinks(services.app, services, { rules, desk, guard, products, page });
}
