import { dateYield } from '../../../contract/report/production.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { causesOf, orderThing } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: dateYield,
  charted: ['packed', 'rejected'],
  records: { put_aside: causesOf },
  things: orderThing,
};

/** What was made on which day, by whom and where. */
export default function DateYield() {
  return <ReportPage spec={spec} />;
}
