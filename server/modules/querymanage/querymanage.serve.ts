import { atLength } from '#platform/access/system-database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeFilter } from './scan/code-filter.ts';
import { serveCustomerInquire, serveCustomerQuery } from './scan/customer-query.ts';
import { serveScanFigures, serveScanGuessing } from './scan/scan-figures.ts';
import { ScanPrivacy } from './scan/scan-privacy.ts';
import { serveCarousel } from './template/carousel.ts';
import { serveScanTemplates } from './template/scan-templates.ts';

export default function serveQuerymanage(services: Services, { rules, guesses, pageViews }: SharedServices): void {
  const codeFilter = new CodeFilter(services, rules, guesses);
  serveCustomerInquire(services, guesses, (code, language) => pageViews.get().ofCode(code, language));
  serveCustomerQuery(services, codeFilter);
  serveScanFigures(services, codeFilter);
  serveScanGuessing(services);
  serveScanTemplates(services, (sample) => pageViews.get().ofDesign(sample));
  serveCarousel(services);
  services.sweeps.add(new ScanPrivacy(atLength(services)));
}
