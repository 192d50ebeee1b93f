import { useMemo } from 'react';
import { DataPage } from '../../../ui/DataPage/DataPage.tsx';
import { firstRows } from '../../../ui/DataPage/listQuery.ts';
import { orderList } from './orderList.tsx';
import { useOrderSteps } from './useOrderSteps.tsx';

export const first = firstRows(orderList);

/** Work orders from draft to closed. */
export default function WorkOrders() {
  const { actions, place } = useOrderSteps();
  const spec = useMemo(() => ({ ...orderList, actions }), [actions]);
  return (
    <>
      <DataPage spec={spec} />
      {place}
    </>
  );
}
