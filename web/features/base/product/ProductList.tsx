import { FormOutlined } from '@ant-design/icons';
import { Button, Image } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  productAdd,
  productDelete,
  productExport,
  productImport,
  productPage,
  productUpdate,
} from '../../../../contract/base/product.ts';
import { pictureUrl } from '../../../../contract/picture.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import type { Field, ListSpec } from '../../../ui/DataPage/fields.ts';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import type { Row } from '../../../ui/records.ts';
import { basicFields, packagingFields } from './productForm.ts';

/** The words for what a field refers to, beside the field itself that the form asks for. */
const named = (key: string, width: number): Field => ({ key, kind: 'text', column: { width } });

const [code, name, gtin, productSpec, brand, category, shelfLife, status] = basicFields as readonly [
  Field,
  Field,
  Field,
  Field,
  Field,
  Field,
  Field,
  Field,
];

const spec: ListSpec = {
  name: 'productlist',
  thing: 'product',
  page: productPage,
  add: productAdd,
  update: productUpdate,
  remove: productDelete,
  disables: true,
  export: productExport,
  import: productImport,
  pages: {
    add: '/productaddedit',
    update: ({ id }) => `/productaddedit?id=${id}`,
    detail: ({ id }) => `/productpages?id=${id}`,
  },
  titleOf: (row) => `${row.product_name}`,
  fields: [
    { key: 'keyword', kind: 'text', search: true, column: false },
    code,
    name,
    { key: 'picture', kind: 'text', column: { width: 72, file: false, render: face } },
    status,
    gtin,
    productSpec,
    brand,
    { key: 'brand_code', kind: 'text', column: { width: 120, hidden: true } },
    named('brand_name', 140),
    category,
    ...packagingFields,
    { key: 'unit_code', kind: 'text', column: { width: 110, hidden: true } },
    named('unit_symbol', 90),
    { key: 'hierarchy_code', kind: 'text', column: { width: 140, hidden: true } },
    named('hierarchy_name', 150),
    shelfLife,
    { key: 'created_at', kind: 'moment', column: { width: 180, sort: true } },
    { key: 'updated_at', kind: 'moment', column: { width: 180, sort: true, hidden: true } },
  ],
};

export const first = firstRows(spec);

export default function ProductList() {
  return <DataPage spec={spec} extra={<DefineFields />} />;
}

/** To the fields that an enterprise defines for its products. */
function DefineFields() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!useCan()('prodcutextend')) return null;
  return (
    <Button icon={<FormOutlined aria-hidden />} onClick={() => void navigate('/prodcutextend')}>
      {t('menu.prodcutextend')}
    </Button>
  );
}

function face({ picture, product_name }: Row) {
  if (typeof picture !== 'string') return <span aria-hidden>—</span>;
  return (
    <Image
      src={pictureUrl(picture, 'thumb')}
      preview={{ src: pictureUrl(picture) }}
      alt={`${product_name}`}
      width={40}
      height={40}
      style={{ objectFit: 'cover', borderRadius: 4 }}
    />
  );
}
