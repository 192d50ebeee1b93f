import {
  unitAdd,
  unitDelete,
  unitExport,
  unitImport,
  unitPage,
  unitUpdate,
} from '../../../../contract/base/packaging-unit.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { Field, ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';

const symbol = (language: 'en' | 'es' | 'ja', example: string): Field => ({
  key: `symbol_${language}`,
  kind: 'text',
  column: { width: 130 },
  form: { maxLength: 32, hint: 'productunit.symbolHint' },
  example,
});

const spec: ListSpec = {
  name: 'productunit',
  thing: 'packaging_unit',
  page: unitPage,
  add: unitAdd,
  update: unitUpdate,
  remove: unitDelete,
  disables: true,
  export: unitExport,
  import: unitImport,
  titleOf: (row) => `${row.symbol}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'unit_code',
      kind: 'text',
      column: { width: 130, sort: true },
      form: { required: true, maxLength: 64 },
      example: 'CTN',
    },
    {
      key: 'level',
      kind: 'choice',
      choices: [1, 2, 3, 4, 5],
      search: true,
      column: { width: 140, sort: true },
      form: { required: true },
      example: '3',
    },
    {
      key: 'symbol_zh',
      kind: 'text',
      column: { width: 130, sort: true },
      form: { required: true, maxLength: 32 },
      example: '箱',
    },
    symbol('en', 'case'),
    symbol('es', 'caja'),
    symbol('ja', '箱'),
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100, sort: true },
      form: { required: true, initial: 'enabled' },
    },
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true } },
  ],
};

export const first = firstRows(spec);

export default function PackagingUnits() {
  return <DataPage spec={spec} />;
}
