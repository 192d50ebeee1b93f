import {
  outFactoryAdd,
  outFactoryDelete,
  outFactoryExport,
  outFactoryImport,
  outFactoryPage,
  outFactoryUpdate,
} from '../../../../contract/base/factory.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { keywordField, momentFields, reachFields, statusField } from '../partnerFields.ts';

const spec: ListSpec = {
  name: 'outsourcing',
  thing: 'factory',
  page: outFactoryPage,
  add: outFactoryAdd,
  update: outFactoryUpdate,
  remove: outFactoryDelete,
  disables: true,
  export: outFactoryExport,
  import: outFactoryImport,
  titleOf: (row) => `${row.factory_name}`,
  fields: [
    keywordField,
    {
      key: 'factory_code',
      kind: 'text',
      column: { width: 140, sort: true },
      form: { required: true, maxLength: 64 },
      example: 'WW-01',
    },
    {
      key: 'factory_name',
      kind: 'text',
      column: { width: 220, sort: true },
      form: { required: true, maxLength: 128 },
      example: 'example.factory_name',
    },
    statusField,
    ...reachFields,
    { key: 'licence_no', kind: 'text', column: { width: 190 }, form: { maxLength: 64 } },
    { key: 'remark', kind: 'longtext', column: { width: 200, hidden: true }, form: { maxLength: 512 } },
    ...momentFields,
  ],
};

export const first = firstRows(spec);

/** External factories that work for the enterprise. */
export default function Outsourcing() {
  return <DataPage spec={spec} />;
}
