import { collect } from '../../../contract/report/production.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { ordersOfProduct, productThing } from './frame/recordsBehind.ts';
import type { ReportSpec } from './frame/reportSpec.ts';

const spec: ReportSpec = {
  report: collect,
  charted: ['packed', 'scanned'],
  records: {
    issued: {
      permission: 'records',
      address: ({ product }) =>
        product === undefined ? '/home/tagging/records' : `/home/tagging/records?product_id=${product}`,
    },
    bound: ordersOfProduct,
    packed: ordersOfProduct,
    packages: ordersOfProduct,
    scanned: {
      permission: 'customerquery',
      address: ({ product, days }) => {
        const query = new URLSearchParams({ from: days.begins_at, to: days.ends_at });
        if (product !== undefined) query.set('product_id', `${product}`);
        return `/customerquery?${query}`;
      },
    },
  },
  things: productThing,
};

/** What became of codes, by product and time. */
export default function Collect() {
  return <ReportPage spec={spec} />;
}
