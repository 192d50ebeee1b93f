import { productionOrder } from '@suyuan/contract/report/production.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { madeFigures, orderThing } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: productionOrder,
  charted: ['planned', 'packed'],
  records: madeFigures('/productionorder', [
    ...['planned', 'handed_out', 'printed', 'bound', 'packed', 'packages', 'remainders', 'rejected'],
    ...['sampled', 'destroyed', 'label_scrapped', 'replaced', 'unaccounted', 'loose'],
  ]),
  things: orderThing,
};

export default function ProductionOrders() {
  return <ReportPage spec={spec} />;
}
