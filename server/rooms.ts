import { GuessLimit } from './identity/guess-limit.ts';
import { RuleBook } from './identity/rule-book.ts';
import type { RequireSeparateDuties } from './platform/access/separate-duties.ts';
import type { Sessions } from './platform/access/sessions.ts';
import { holds } from './platform/caller.ts';
import { answeredFirst } from './platform/database/pools.ts';
import { Offer } from './platform/offer.ts';
import type { Services } from './platform/services.ts';
import { AddressGuard } from './scans/address-guard.ts';
import type { PageViews } from './scans/page-views.ts';
import { ScanDesk } from './scans/scan-desk.ts';
import { IssuedCodes } from './trace/asked/issued-codes.ts';
import { ActBatches } from './trace/capture/act-batches.ts';
import { Capture } from './trace/capture/capture.ts';
import type { ExceptionRooms } from './trace/exceptions/exception-rooms.ts';
import { Exceptions } from './trace/exceptions/exceptions.ts';
import { FigureCheck } from './trace/figures/figure-check.ts';
import { Sums } from './trace/figures/sums.ts';
import { Flow } from './trace/flow/flow.ts';
import type { OrderCodes } from './trace/order-codes.ts';
import type { WaybillDealers } from './trace/state/sold-to.ts';
import type { Waybills } from './trace/waybill-facts.ts';
import type { WorkOrders } from './trace/work-order-facts.ts';

/** What all branches share: what a text is (identity), what happened to a code (trace), what consumers asked (scans). */
export interface Rooms {
  readonly rules: RuleBook;
  readonly issued: IssuedCodes;
  /** Against people who are signed in and guess codes. */
  readonly guesses: GuessLimit;
  /** Against consumers who do. */
  readonly guard: AddressGuard;
  readonly desk: ScanDesk;
  /** What came in and does not fit, for a person to settle. */
  readonly exceptions: Exceptions;
  /** The one writer of acts. */
  readonly capture: Capture;
  /** Where goods go from one step to the next; every branch adds the steps that it knows. */
  readonly flow: Flow;
  /** Provided by the branch that keeps work orders. */
  readonly workOrders: Offer<WorkOrders>;
  /** The codes of their goods. Provided by the same. */
  readonly orderCodes: Offer<OrderCodes>;
  /** Provided by the branch that keeps waybills. */
  readonly waybills: Offer<Waybills>;
  /** Whom waybills go to. Provided by the same. */
  readonly waybillDealers: Offer<WaybillDealers>;
  /** Provided by the branch that signs people in. */
  readonly sessions: Offer<Sessions>;
  /** Whether two accounts are two people. Provided by the same. */
  readonly separateDuties: Offer<RequireSeparateDuties>;
  /** Provided by the branch that serves the page. */
  readonly pageViews: Offer<PageViews>;
}

/** Periods of sweeps, in seconds: reports read what is not folded yet, so that it is to stay little. */
const tenMinutes = 600;
const halfHour = 1800;

export async function openRooms(services: Services): Promise<Rooms> {
  const rules = new RuleBook(services);
  await rules.open();
  const first = answeredFirst(services);
  const guard = new AddressGuard(first);
  services.sweeps.add(guard);
  services.sweeps.add(new Sums(services.system.sql), tenMinutes);
  services.sweeps.add(new ActBatches(services.system.sql));
  services.sweeps.add(new FigureCheck({ ...services, sql: services.system.long.sql }), halfHour);
  const workOrders = new Offer<WorkOrders>();
  const exceptions = new Exceptions();
  const waybills = new Offer<Waybills>();
  const waybillDealers = new Offer<WaybillDealers>();
  return {
    rules,
    issued: new IssuedCodes(),
    guesses: new GuessLimit(services),
    guard,
    desk: new ScanDesk(first, rules, guard),
    exceptions,
    capture: new Capture({
      sql: services.system.sql,
      orders: workOrders,
      waybills,
      timeZone: services.timeZone,
      exceptions,
      texts: (sql, ids) => rules.texts(sql, ids),
    }),
    flow: new Flow(),
    workOrders,
    orderCodes: new Offer(),
    waybills,
    waybillDealers,
    sessions: new Offer(),
    separateDuties: new Offer(),
    pageViews: new Offer(),
  };
}

/** What screens of exceptions need: whoever is given one can see its screen. */
export const exceptionRooms = ({ exceptions, guesses, sessions }: Rooms): ExceptionRooms => ({
  exceptions,
  guesses,
  maySee: async (accountId, { page }) => {
    const account = await sessions.take().holder(accountId);
    return page.access === 'signed-in' || holds(account, page.access as readonly string[]);
  },
});
