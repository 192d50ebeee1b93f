import { scan } from '@suyuan/contract/consumer/scan.ts';
import { answeredFirst } from '#platform/access/system-database.ts';
import type { Services } from '#platform/services.ts';
import type { ScanDesk } from '#scans/scan-desk.ts';
import type { SharedServices } from '#shared-services.ts';
import { serveDigitalLinks } from './digital-link/digital-link.ts';
import { LookCache } from './page/content/look-cache.ts';
import type { StatedProduct } from './page/content/stated-product.ts';
import { StatedProducts } from './page/content/stated-product.ts';
import { serveConsumerPage } from './page/page.ts';
import { PagePreview } from './page/preview.ts';

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

/** Answers scans that a program, such as an app, sends for a consumer. */
function serveScan({ routes }: Services, desk: ScanDesk, products: StatedProducts): void {
  routes.serve(scan, async ({ code, remembered: token }, { ip, userAgent }) => {
    const product = await products.watchedIn(ip, code, false);
    if (product) return { ...productAlone(product), remembered: token ?? null };
    const { answer, scannedBefore, remembered } = await desk.scan(code, { ip, userAgent, remembered: token });
    return {
      ...answer,
      asked_before: scannedBefore === undefined ? null : new Date(scannedBefore).toISOString(),
      remembered: remembered ?? token ?? null,
    };
  });
}

/** The answer to the bar code of a product, which is on every item of it. */
const productAlone = ({ product_code, product_name, gtin, spec }: StatedProduct) => ({
  verdict: 'product' as const,
  code: null,
  product: { product_code, product_name, gtin, spec, lot: null, production_date: null, expiry_date: null },
  package: null,
  scan: { count: 0, first_at: null, first_region: null },
  trace: [],
  asked_before: null,
});
