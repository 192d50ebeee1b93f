import { customerInquire } from '../../../../contract/querymanage/customer-inquire.ts';
import type { GuessLimit } from '../../../identity/guess-limit.ts';
import { isOfEnterprise } from '../../../platform/caller.ts';
import type { Language } from '../../../platform/language.ts';
import { badInput } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { CodeState } from '../../../trace/state/record/code-state.ts';
import { statesToldTo } from '../../../trace/state/record/own-codes.ts';

/** The page that a consumer would see, and what it is about: a code that was issued, a product as such, or nothing known. */
interface Look {
  readonly html: string;
  readonly about: CodeState | 'product' | undefined;
}

/** Shows people of the console what a consumer sees. `look` draws the page and records nothing. */
export function serveCustomerInquire(
  { routes }: Services,
  guesses: GuessLimit,
  look: (code: string, language: Language) => Promise<Look>,
): void {
  routes.serve(customerInquire, async ({ code, language }, caller) => {
    const watch = await guesses.watch(caller);
    const { html, about } = await look(code, language);
    const isTold =
      about === 'product' ||
      (about !== undefined && (await statesToldTo(caller, new Map([[about.code_id, about]]))).size > 0);
    await watch.saw(1, isTold ? 0 : 1);
    // To a party, a code of somebody else is as one that does not exist.
    if (!isTold && !isOfEnterprise(caller.account)) throw badInput({ path: 'code', reason: 'no_own_code' });
    return { html };
  });
}
