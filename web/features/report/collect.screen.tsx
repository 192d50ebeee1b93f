import { collect } from '@suyuan/contract/report/production.ts';
import { AuthorityButton } from '#ui/authority/AuthorityButton.tsx';
import { ReportPage } from './frame/ReportPage.tsx';
import { inTime, listAt, ordersWorkedOn, productThing, returnsOf, waybillsOf } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: collect,
  charted: ['packed', 'scanned'],
  records: {
    issued: {
      permission: 'records',
      by: ['product'],
      address: ({ of: { product }, days }) => listAt('/home/tagging/records', { ...inTime(days), product_id: product }),
    },
    bound: ordersWorkedOn,
    packed: ordersWorkedOn,
    packages: ordersWorkedOn,
    left: waybillsOf(),
    taken_back: returnsOf,
    holds: { permission: 'hold', by: [], address: ({ days }) => listAt('/hold', inTime(days)) },
    scanned: {
      permission: 'customerquery',
      by: ['product'],
      address: ({ of: { product }, days }) => listAt('/customerquery', { ...inTime(days), product_id: product }),
    },
  },
  things: productThing,
  takeaway: AuthorityButton,
};

export default function Collect() {
  return <ReportPage spec={spec} />;
}
