import { product } from '@suyuan/contract/base/product/product.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { GuessingNotice } from './GuessingNotice.tsx';
import { ScanFigures } from './ScanFigures.tsx';

const degrees = { column: true, width: 90, hidden: true } as const;

const spec = thingList(consumerScan, {
  titleOf: (row) => row.code,
  shown: {
    code: { kind: 'code', width: 220 },
    verdict: {
      tones: {
        genuine: 'success',
        repeated: 'warning',
        recalled: 'error',
        lost: 'error',
        unbound: 'processing',
        void: 'error',
        unknown: 'error',
      },
      width: 90,
    },
    nth: { width: 80 },
    product_id: {
      reference: { page: product.page, label: (row) => `${row.product_name} (${row.product_code})` },
    },
    product_name: { width: 160 },
    order_no: { hidden: true },
    country: { width: 100, hidden: true },
    province: { width: 100 },
    city: { width: 100 },
    place: { width: 200, hidden: true },
    latitude: degrees,
    longitude: degrees,
    ip: { width: 150, hidden: true },
    device: { width: 150, hidden: true },
    os: { width: 140, hidden: true },
    browser: { width: 150, hidden: true },
  },
});

export const preload = firstRows(spec);

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
