import { GuessLimit } from './identity/guess-limit.ts';
import { RuleBook } from './identity/rule-book.ts';
import type { Sessions } from './platform/access/sessions.ts';
import { answeredFirst } from './platform/database/pools.ts';
import { Offer } from './platform/offer.ts';
import type { Services } from './platform/services.ts';
import { AddressGuard } from './scans/address-guard.ts';
import type { PageViews } from './scans/page-views.ts';
import { ScanDesk } from './scans/scan-desk.ts';
import { Capture } from './trace/capture/capture.ts';
import type { WaybillDealers } from './trace/state/sold-to.ts';
import { Sums } from './trace/sums.ts';
import type { WorkOrders } from './trace/work-order-facts.ts';

/** What all branches share: what a text is (identity), what happened to a code (trace), what consumers asked (scans). */
export interface Rooms {
  readonly rules: RuleBook;
  /** Against people who are signed in and guess codes. */
  readonly guesses: GuessLimit;
  /** Against consumers who do. */
  readonly guard: AddressGuard;
  readonly desk: ScanDesk;
  /** The one writer of acts. */
  readonly capture: Capture;
  /** Provided by the branch that keeps work orders. */
  readonly workOrders: Offer<WorkOrders>;
  /** Whom waybills go to; as long as no branch keeps waybills, nobody. */
  readonly waybillDealers: Offer<WaybillDealers>;
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
  services.sweeps.add(new Sums(services.system.sql));
  const workOrders = new Offer<WorkOrders>();
  const waybillDealers = new Offer<WaybillDealers>();
  waybillDealers.provide(async () => new Map());
  return {
    rules,
    guesses: new GuessLimit(services),
    guard,
    desk: new ScanDesk(first, rules, guard),
    capture: new Capture({ sql: services.system.sql, orders: workOrders, timeZone: services.timeZone }),
    workOrders,
    waybillDealers,
    sessions: new Offer(),
    pageViews: new Offer(),
  };
}
