import { customerInquire } from '@suyuan/contract/querymanage/customer-inquire.ts';
import type { GuessLimit } from '#identity/guess-limit.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Language } from '#platform/language.ts';
import { badInput } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { ownCodes } from '#trace/state/own-codes.ts';

/** The page for a consumer, and its subject: an issued code, a product, or undefined if unknown. */
interface Look {
  readonly html: string;
  readonly about: CodeRecord | 'product' | undefined;
}

/** Shows the consumer page in the console. `look` renders it and records nothing. */
export function serveCustomerInquire(
  { routes }: Services,
  guesses: GuessLimit,
  look: (code: string, language: Language) => Promise<Look>,
): void {
  routes.serve(customerInquire, async ({ code, language }, caller) => {
    const watch = await guesses.watch(caller);
    const { html, about } = await look(code, language);
    const isTold = about === 'product' || (about !== undefined && (await ownCodes(caller, [about])).size > 0);
    await watch.saw(1, isTold ? 0 : 1);
    // For people of a party, codes of others are the same as unknown ones.
    if (!isTold && !isOfEnterprise(caller.account)) throw badInput({ path: 'code', reason: 'no_own_code' });
    return { html };
  });
}
