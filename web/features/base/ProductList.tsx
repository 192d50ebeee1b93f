import {
  productAdd,
  productDelete,
  productExport,
  productImport,
  productPage,
  productUpdate,
} from '../../../contract/base.ts';
import { DataPage } from '../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../ui/DataPage/fields.ts';

const spec: ListSpec = {
  name: 'productlist',
  page: productPage,
  add: productAdd,
  update: productUpdate,
  remove: productDelete,
  export: productExport,
  import: productImport,
  titleOf: (row) => `${row.product_name}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'product_code',
      kind: 'text',
      column: { width: 140, sort: true },
      form: { required: true, maxLength: 64 },
      example: 'P-001',
    },
    {
      key: 'product_name',
      kind: 'text',
      column: { width: 240, sort: true },
      form: { required: true, maxLength: 128 },
      example: '53° 500 mL',
    },
    {
      key: 'gtin',
      kind: 'text',
      search: true,
      column: { width: 150, sort: true },
      form: { maxLength: 14, hint: 'productlist.gtinHint' },
      example: '6901234567892',
    },
    { key: 'spec', kind: 'text', column: { width: 160 }, form: { maxLength: 128 }, example: '500 mL × 6' },
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100, sort: true },
      form: { required: true, initial: 'enabled' },
    },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
  ],
};

export default function ProductList() {
  return <DataPage spec={spec} />;
}
