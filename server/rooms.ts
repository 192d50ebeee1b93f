import { codeRuleTable } from './identity/code-rule.table.ts';
import { importedCodeTable } from './identity/imported-code.table.ts';
import { RuleBook } from './identity/rule-book.ts';
import { Offer } from './platform/offer.ts';
import type { Services } from './platform/services.ts';
import type { PageViews } from './scans/page-views.ts';
import { consumerScanTable, scanPlaceTable, scanStatTable } from './scans/scan.table.ts';
import { scanDayClosedTable, scanDayTable } from './scans/scan-day.table.ts';
import { ScanDesk } from './scans/scan-desk.ts';
import { scanGuessingTable } from './scans/scan-guessing.table.ts';
import { codeSegmentTable } from './trace/code-segment.table.ts';

/** What all branches share: what a text is (identity), what happened to a code (trace), what consumers asked (scans). */
export interface Rooms {
  readonly rules: RuleBook;
  readonly desk: ScanDesk;
  /** Given by the branch that serves the page. */
  readonly pageViews: Offer<PageViews>;
}

export const roomTables = [
  codeRuleTable,
  importedCodeTable,
  codeSegmentTable,
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
  return { rules, desk: new ScanDesk(services, rules), pageViews: new Offer() };
}
