import { FormOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { productList } from './productSpec.tsx';

export const preload = firstRows(productList);

export default function ProductList() {
  return <DataPage spec={productList} extra={<DefineFields />} />;
}

/** A link to the extension fields of products. */
function DefineFields() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useAddresses()('prodcutextend');
  if (address === undefined) return null;
  return (
    <Button icon={<FormOutlined aria-hidden />} onClick={() => void navigate(address)}>
      {t('menu.prodcutextend')}
    </Button>
  );
}
