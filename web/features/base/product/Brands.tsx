import {
  brandAdd,
  brandDelete,
  brandExport,
  brandImport,
  brandPage,
  brandUpdate,
} from '../../../../contract/base/brand.ts';
import { pictureUrl } from '../../../../contract/picture.ts';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { PictureInput } from '../../../ui/pictures/PictureUpload.tsx';

const spec: ListSpec = {
  name: 'productsort',
  thing: 'brand',
  page: brandPage,
  add: brandAdd,
  update: brandUpdate,
  remove: brandDelete,
  disables: true,
  export: brandExport,
  import: brandImport,
  parentKey: 'parent_id',
  titleOf: (row) => `${row.brand_name}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    {
      key: 'brand_name',
      kind: 'text',
      column: { width: 260 },
      form: { required: true, maxLength: 128 },
      example: 'example.brand_name',
    },
    {
      key: 'brand_code',
      kind: 'text',
      column: { width: 140 },
      form: { required: true, maxLength: 64 },
      example: 'YQ',
    },
    {
      key: 'parent_id',
      kind: 'reference',
      reference: { page: brandPage, label: (row) => `${row.brand_name}` },
      nameOf: (row) => row.parent_name as string | null,
      column: false,
      form: {},
    },
    {
      key: 'logo',
      kind: 'own',
      input: PictureInput,
      column: {
        width: 88,
        file: false,
        render: ({ logo, brand_name }) =>
          logo ? <img src={pictureUrl(`${logo}`, 'thumb')} alt={`${brand_name}`} height={32} /> : '—',
      },
      form: {},
    },
    { key: 'sort', kind: 'number', min: 0, column: { width: 90 }, form: { hint: 'productsort.sortHint', initial: 0 } },
    { key: 'products', kind: 'number', column: { width: 90 } },
    {
      key: 'status',
      kind: 'choice',
      choices: ['enabled', 'disabled'],
      tones: { enabled: 'success', disabled: 'default' },
      search: true,
      column: { width: 100 },
      form: { required: true, initial: 'enabled' },
    },
    { key: 'created_at', kind: 'moment', column: { width: 180, hidden: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180 } },
  ],
};

export const first = firstRows(spec);

export default function Brands() {
  return <DataPage spec={spec} />;
}
