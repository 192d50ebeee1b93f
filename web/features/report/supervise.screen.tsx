import { market } from '../../../contract/report/market.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { inspectionsOf, productThing, warningsOf } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';
import { MarketMap } from './market/MarketMap.tsx';

const spec: ReportSpec = {
  report: market,
  charted: ['inspected', 'found_diverted', 'warned_diverted', 'warned_false'],
  records: {
    inspected: inspectionsOf(),
    found_normal: inspectionsOf('normal'),
    found_diverted: inspectionsOf('suspected_diversion'),
    found_false: inspectionsOf(),
    warned_diverted: warningsOf({ rule: 'outside_area' }),
    warned_false: warningsOf(),
    confirmed: warningsOf({ outcome: 'right' }),
  },
  things: productThing,
  below: MarketMap,
};

/** What is found and suspected in the market, by region and dealer. */
export default function Market() {
  return <ReportPage spec={spec} />;
}
