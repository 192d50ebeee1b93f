import { productionOrder } from '../../../contract/report/production.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { ordersWorkedOn, orderThing } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: productionOrder,
  charted: ['planned', 'packed'],
  records: { planned: ordersWorkedOn },
  things: orderThing,
};

export default function ProductionOrders() {
  return <ReportPage spec={spec} />;
}
