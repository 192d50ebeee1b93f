import { FormOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { orderList } from './orderList.tsx';
import { useOrderSteps } from './useOrderSteps.tsx';

export const preload = firstRows(orderList([]));

/** Work orders in all statuses, from draft to closed. */
export default function WorkOrders() {
  const { actions, place } = useOrderSteps();
  const spec = useMemo(() => orderList(actions), [actions]);
  return (
    <>
      <DataPage spec={spec} extra={<DefineFields />} />
      {place}
    </>
  );
}

/** A link to the extension fields of work orders. */
function DefineFields() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useAddresses()('orderextendlist');
  if (address === undefined) return null;
  return (
    <Button icon={<FormOutlined aria-hidden />} onClick={() => void navigate(address)}>
      {t('menu.orderextendlist')}
    </Button>
  );
}
