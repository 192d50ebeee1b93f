import { codeRuleTable } from './identity/code-rule.table.ts';
import { guessCountTable } from './identity/guess-count.table.ts';
import { GuessLimit } from './identity/guess-limit.ts';
import { importedCodeTable } from './identity/imported-code.table.ts';
import { RuleBook } from './identity/rule-book.ts';
import type { Sessions } from './platform/access/sessions.ts';
import { answeredFirst } from './platform/database/pools.ts';
import { Offer } from './platform/offer.ts';
import type { Services } from './platform/services.ts';
import { AddressGuard } from './scans/address-guard.ts';
import type { PageViews } from './scans/page-views.ts';
import { consumerScanTable, scanPlaceTable, scanStatTable } from './scans/scan.table.ts';
import { scanDayClosedTable, scanDayTable } from './scans/scan-day.table.ts';
import { ScanDesk } from './scans/scan-desk.ts';
import { scanGuessingTable } from './scans/scan-guessing.table.ts';
import { actBatchTable, eventCodeTable, traceEventTable } from './trace/act.table.ts';
import { Capture } from './trace/capture/capture.ts';
import { codeSegmentTable } from './trace/code-segment.table.ts';
import { exceptionTable } from './trace/exception.table.ts';
import { holdTable, lotTable, placeTable } from './trace/lot.table.ts';
import { packageTable, packingPastTable, packingTable } from './trace/packing.table.ts';
import { figureDeltaTable, figureTable, stockDeltaTable, stockTable } from './trace/stock.table.ts';
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
  /** Given by the branch that keeps work orders. */
  readonly workOrders: Offer<WorkOrders>;
  /** Given by the branch that signs people in. */
  readonly sessions: Offer<Sessions>;
  /** Given by the branch that serves the page. */
  readonly pageViews: Offer<PageViews>;
}

export const roomTables = [
  codeRuleTable,
  importedCodeTable,
  guessCountTable,
  codeSegmentTable,
  lotTable,
  placeTable,
  traceEventTable,
  eventCodeTable,
  actBatchTable,
  packingTable,
  packingPastTable,
  packageTable,
  stockTable,
  stockDeltaTable,
  figureTable,
  figureDeltaTable,
  holdTable,
  exceptionTable,
  scanStatTable,
  consumerScanTable,
  scanPlaceTable,
  scanDayTable,
  scanDayClosedTable,
  scanGuessingTable,
];

export async function openRooms(services: Services): Promise<Rooms> {
  const rules = new RuleBook(services);
  await rules.open();
  const first = answeredFirst(services);
  const guard = new AddressGuard(first);
  services.sweeps.add(guard);
  const workOrders = new Offer<WorkOrders>();
  return {
    rules,
    guesses: new GuessLimit(services),
    guard,
    desk: new ScanDesk(first, rules, guard),
    capture: new Capture({ sql: services.system.sql, orders: workOrders, timeZone: services.timeZone }),
    workOrders,
    sessions: new Offer(),
    pageViews: new Offer(),
  };
}
