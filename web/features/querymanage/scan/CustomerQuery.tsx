import { product } from '../../../../contract/base/product.ts';
import { verdicts } from '../../../../contract/consumer/scan.ts';
import { customerQueryExport, customerQueryPage } from '../../../../contract/querymanage/consumer-scan.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { GuessingNotice } from './GuessingNotice.tsx';
import { ScanFigures } from './ScanFigures.tsx';

const spec: ListSpec = {
  name: 'customerquery',
  page: customerQueryPage,
  export: customerQueryExport,
  titleOf: (row) => `${row.code}`,
  fields: [
    { key: 'scanned_at', kind: 'moment', column: { width: 180, sort: true } },
    { key: 'code', kind: 'code', search: true, column: { width: 240 } },
    {
      key: 'verdict',
      kind: 'choice',
      choices: verdicts,
      tones: { genuine: 'success', repeated: 'warning', unbound: 'processing', void: 'error', unknown: 'error' },
      search: true,
      column: { width: 120 },
    },
    { key: 'period', kind: 'period', from: 'from', to: 'to', search: true },
    { key: 'nth', kind: 'number', column: { width: 90 } },
    {
      key: 'product_id',
      kind: 'reference',
      reference: { page: product.page, label: (row) => `${row.product_name} (${row.product_code})` },
      search: true,
      column: false,
    },
    { key: 'product_name', kind: 'text', column: { width: 180 } },
    { key: 'order_no', kind: 'text', column: { width: 160, hidden: true } },
    { key: 'country', kind: 'text', column: { width: 100, hidden: true } },
    { key: 'province', kind: 'text', search: true, column: { width: 120 } },
    { key: 'city', kind: 'text', search: true, column: { width: 120 } },
    { key: 'place', kind: 'text', column: { width: 200 } },
    { key: 'told', kind: 'choice', choices: ['yes', 'no'], search: true, column: false },
    { key: 'latitude', kind: 'text', column: { width: 90, hidden: true } },
    { key: 'longitude', kind: 'text', column: { width: 90, hidden: true } },
    { key: 'ip', kind: 'text', column: { width: 150 } },
    { key: 'device', kind: 'text', search: true, column: { width: 150 } },
    { key: 'os', kind: 'text', column: { width: 140 } },
    { key: 'browser', kind: 'text', column: { width: 150 } },
  ],
};

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
