import { collect } from '../../../contract/report/production.ts';
import { AuthorityButton } from '../../ui/authority/AuthorityButton.tsx';
import { ReportPage } from './frame/ReportPage.tsx';
import { listAt, ordersOfProduct, productThing } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: collect,
  charted: ['packed', 'scanned'],
  records: {
    issued: {
      permission: 'records',
      by: ['product'],
      address: ({ of: { product } }) => listAt('/home/tagging/records', { product_id: product }),
    },
    bound: ordersOfProduct,
    packed: ordersOfProduct,
    packages: ordersOfProduct,
    scanned: {
      permission: 'customerquery',
      by: ['product'],
      address: ({ of: { product }, days }) =>
        listAt('/customerquery', { from: days.begins_at, to: days.ends_at, product_id: product }),
    },
  },
  things: productThing,
  takeaway: AuthorityButton,
};

/** What became of codes, by product and time. */
export default function Collect() {
  return <ReportPage spec={spec} />;
}
