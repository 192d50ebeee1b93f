import { dateYield } from '@suyuan/contract/report/production.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { causesOf, madeFigures, orderThing } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: dateYield,
  charted: ['day_plan', 'packed'],
  records: {
    ...madeFigures('/dateyield', [
      ...['day_plan', 'bound', 'packed', 'packages', 'remainders', 'rejected'],
      ...['sampled', 'destroyed', 'label_scrapped', 'packed_by_people'],
    ]),
    put_aside: causesOf('put_aside'),
    scrapped: causesOf('scrapped'),
  },
  things: orderThing,
};

export default function DateYield() {
  return <ReportPage spec={spec} />;
}
