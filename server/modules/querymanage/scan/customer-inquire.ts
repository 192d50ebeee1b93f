import { customerInquire } from '../../../../contract/querymanage/customer-inquire.ts';
import type { Language } from '../../../platform/language.ts';
import type { Services } from '../../../platform/services.ts';

/** Shows people of the console what a consumer sees. `look` draws the page and records nothing. */
export function serveCustomerInquire(
  { routes }: Services,
  look: (code: string, language: Language) => Promise<string>,
): void {
  routes.serve(customerInquire, async ({ code, language }) => ({ html: await look(code, language) }));
}
