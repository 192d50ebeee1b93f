import { shipments } from '@suyuan/contract/report/logistics.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { productThing, waybillsOf } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';
import { StockByLot } from './StockByLot.tsx';

const spec: ReportSpec = {
  report: shipments,
  charted: ['left', 'received'],
  records: { shipped: waybillsOf(), left: waybillsOf() },
  things: productThing,
  below: StockByLot,
};

/** Shipments, with the current stock below. */
export default function Shipments() {
  return <ReportPage spec={spec} />;
}
