import { defineModule } from '../module.ts';
import { serveDigitalLinks } from './digital-link/digital-link.ts';
import { LookBook } from './page/look-book.ts';
import { NamedProducts } from './page/named-product.ts';
import { serveConsumerPage } from './page/page.ts';
import { PagePreview } from './page/preview.ts';
import { serveScan } from './scan/scan.ts';

export const consumer = defineModule({
  tables: [],
  async serve(services, { rules, desk, pageViews }) {
    const looks = new LookBook(services);
    await looks.open();
    const products = new NamedProducts(services, rules);
    pageViews.give(new PagePreview(services, { desk, looks, products }));
    serveScan(services, desk);
    const page = serveConsumerPage(services.app, services, { desk, looks, products });
    serveDigitalLinks(services.app, services, { rules, products, page });
  },
});
