import { answeredFirst } from '../../platform/database/pools.ts';
import { defineModule } from '../module.ts';
import { serveDigitalLinks } from './digital-link/digital-link.ts';
import { LookBook } from './page/look-book.ts';
import { NamedProducts } from './page/named-product.ts';
import { serveConsumerPage } from './page/page.ts';
import { PagePreview } from './page/preview.ts';
import { serveScan } from './scan/scan.ts';

export const consumer = defineModule({
  tables: [],
  async serve(services, { rules, guard, desk, pageViews }) {
    const first = answeredFirst(services);
    const looks = new LookBook(first);
    await looks.open();
    const products = new NamedProducts(first, rules, guard);
    pageViews.give(new PagePreview(services, { desk, looks, products }));
    serveScan(services, desk);
    const page = serveConsumerPage(services.app, first, { desk, looks, products });
    serveDigitalLinks(services.app, services, { rules, desk, guard, products, page });
  },
});
