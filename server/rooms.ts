import { GuessLimit } from './identity/guess-limit.ts';
import { RuleBook } from './identity/rule-book.ts';
import type { Sessions } from './platform/access/sessions.ts';
import { answeredFirst } from './platform/database/pools.ts';
import { Offer } from './platform/offer.ts';
import type { Services } from './platform/services.ts';
import { AddressGuard } from './scans/address-guard.ts';
import type { PageViews } from './scans/page-views.ts';
import { ScanDesk } from './scans/scan-desk.ts';

/** What all branches share: what a text is (identity), what happened to a code (trace), what consumers asked (scans). */
export interface Rooms {
  readonly rules: RuleBook;
  /** Against people who are signed in and guess codes. */
  readonly guesses: GuessLimit;
  /** Against consumers who do. */
  readonly guard: AddressGuard;
  readonly desk: ScanDesk;
  /** Provided by the branch that signs people in. */
  readonly sessions: Offer<Sessions>;
  /** Provided by the branch that serves the page. */
  readonly pageViews: Offer<PageViews>;
}

export async function openRooms(services: Services): Promise<Rooms> {
  const rules = new RuleBook(services);
  await rules.open();
  const first = answeredFirst(services);
  const guard = new AddressGuard(first);
  services.sweeps.add(guard);
  return {
    rules,
    guesses: new GuessLimit(services),
    guard,
    desk: new ScanDesk(first, rules, guard),
    sessions: new Offer(),
    pageViews: new Offer(),
  };
}
