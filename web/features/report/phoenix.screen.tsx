import { returns } from '@suyuan/contract/report/logistics.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { productThing, returnsOf, waybillsOf } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: returns,
  charted: ['taken_back', 'restocked', 'discarded'],
  records: { taken_back: returnsOf, sold: waybillsOf({ kind: 'sale' }) },
  things: productThing,
};

export default function Returns() {
  return <ReportPage spec={spec} />;
}
