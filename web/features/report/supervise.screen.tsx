import { market } from '@suyuan/contract/report/market.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { casesOf, inspectionsOf, productThing, warningsOf } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';
import { MarketMap } from './MarketMap.tsx';

const spec: ReportSpec = {
  report: market,
  charted: ['inspected', 'found_diverted', 'warned_diverted', 'warned_false', 'cases'],
  records: {
    inspected: inspectionsOf(),
    found_normal: inspectionsOf({ verdict: 'normal' }),
    found_diverted: inspectionsOf({ verdict: 'suspected_diversion' }),
    found_false: inspectionsOf({ counted_as: 'found_false' }),
    warned_diverted: warningsOf({ counted_as: 'warned_diverted' }),
    warned_false: warningsOf({ counted_as: 'warned_false' }),
    confirmed: warningsOf({ outcome: 'right' }),
    cases: casesOf(),
    cases_right: casesOf({ outcome: 'right' }),
    cases_false: casesOf({ outcome: 'false_alarm' }),
    case_days: casesOf({ status: 'closed' }),
    settled_amount: casesOf(),
  },
  things: productThing,
  below: MarketMap,
};

export default function Market() {
  return <ReportPage spec={spec} />;
}
