import { product } from '../../../../contract/base/product.ts';
import { consumerScan } from '../../../../contract/querymanage/consumer-scan.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { thingList } from '../../../ui/DataPage/thingList.ts';
import { GuessingNotice } from './GuessingNotice.tsx';
import { ScanFigures } from './ScanFigures.tsx';

const degrees = { column: true, width: 90, hidden: true } as const;

const spec = thingList(consumerScan, {
  titleOf: (row) => `${row.code}`,
  shown: {
    code: { kind: 'code', width: 240 },
    verdict: {
      tones: { genuine: 'success', repeated: 'warning', unbound: 'processing', void: 'error', unknown: 'error' },
      width: 120,
    },
    nth: { width: 90 },
    product_id: {
      reference: { page: product.page, label: (row) => `${row.product_name} (${row.product_code})` },
    },
    product_name: { width: 180 },
    order_no: { hidden: true },
    country: { width: 100, hidden: true },
    province: { width: 120 },
    city: { width: 120 },
    place: { width: 200 },
    latitude: degrees,
    longitude: degrees,
    ip: { width: 150 },
    device: { width: 150 },
    os: { width: 140 },
    browser: { width: 150 },
  },
});

export const first = firstRows(spec);

export default function CustomerQuery() {
  return (
    <DataPage
      spec={spec}
      overview={
        <>
          <GuessingNotice />
          <ScanFigures fields={spec.fields} />
        </>
      }
    />
  );
}
