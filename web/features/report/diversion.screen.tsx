import { diversion } from '@suyuan/contract/report/diversion.ts';
import { dealerReference, productReference } from '#ui/pickers/baseReferences.ts';
import { lotReference } from '#ui/pickers/lotReference.ts';
import { DiversionFlows } from './DiversionFlows.tsx';
import { ReportPage } from './frame/ReportPage.tsx';
import { inspectionsOf, judgedInspections, productThing, warningsOf, waybillsOf } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: diversion,
  charted: ['warned_diverted', 'judged_diverted'],
  records: {
    warned_diverted: warningsOf({ counted_as: 'warned_diverted' }),
    confirmed_diverted: warningsOf({ rule: 'outside_area', outcome: 'right' }),
    judged_diverted: inspectionsOf({ counted_as: 'judged_diverted' }),
    judged: judgedInspections,
    sold: waybillsOf({ kind: 'sale' }),
  },
  pickers: { dealer: dealerReference, product: productReference, lot: lotReference },
  things: productThing,
  below: DiversionFlows,
};

export default function Diversion() {
  return <ReportPage spec={spec} />;
}
