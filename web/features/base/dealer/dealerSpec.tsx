import { lazy, Suspense } from 'react';
import {
  type Dealer,
  dealerAdd,
  dealerDelete,
  dealerExport,
  dealerImport,
  dealerLevels,
  dealerPage,
  dealerUpdate,
} from '../../../../contract/base/dealer.ts';
import { AreaPicker, AreasPicker } from '../../../ui/area/AreaPicker.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { dealerReference } from '../../../ui/pickers/dealerReference.ts';
import { keywordField, momentFields, reachFields, statusField } from '../partnerFields.ts';

const DealerDetail = lazy(() => import('./DealerDetail.tsx'));

export const dealerSpec: ListSpec = {
  name: 'dealer',
  thing: 'dealer',
  page: dealerPage,
  add: dealerAdd,
  update: dealerUpdate,
  remove: dealerDelete,
  disables: true,
  export: dealerExport,
  import: dealerImport,
  titleOf: (row) => `${row.dealer_name}`,
  fields: [
    keywordField,
    {
      key: 'dealer_code',
      kind: 'text',
      column: { width: 140, sort: true },
      form: { required: true, maxLength: 64 },
      example: 'D-0571',
    },
    {
      key: 'dealer_name',
      kind: 'text',
      column: { width: 220, sort: true },
      form: { required: true, maxLength: 128 },
      example: 'example.dealer_name',
    },
    {
      key: 'dealer_level',
      kind: 'choice',
      choices: dealerLevels,
      search: true,
      column: { width: 90, sort: true },
      form: { required: true, initial: 1 },
    },
    statusField,
    {
      key: 'parent_id',
      kind: 'reference',
      reference: dealerReference,
      nameOf: (row) => row.parent_name as string | null,
      search: true,
      column: false,
      form: {},
    },
    { key: 'parent_code', kind: 'text', column: { width: 140, hidden: true } },
    { key: 'parent_name', kind: 'text', column: { width: 200 } },
    {
      key: 'areas',
      kind: 'own',
      input: AreasPicker,
      column: false,
      form: { hint: 'dealer.areasHint' },
      example: '浙江省、江苏省 南京市',
    },
    { key: 'area_of_sale', kind: 'text', column: { width: 240 } },
    { key: 'sells_in', kind: 'own', input: AreaPicker, search: true, column: false },
    ...reachFields,
    { key: 'licence_no', kind: 'text', column: { width: 190, hidden: true }, form: { maxLength: 64 } },
    { key: 'remark', kind: 'longtext', column: { width: 200, hidden: true }, form: { maxLength: 512 } },
    ...momentFields,
  ],
  detailAside: (row) => (
    <Suspense>
      <DealerDetail dealer={row as unknown as Dealer} />
    </Suspense>
  ),
};
