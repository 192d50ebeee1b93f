import { orderField } from '@suyuan/contract/plant/order/order-field.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { extensionFieldShown } from '#ui/extension/extensionFieldShown.tsx';

const spec = thingList(orderField, {
  titleOf: (row) => row.label,
  shown: extensionFieldShown('合同号', 'orderextendlist.codeHint'),
});

export const preload = firstRows(spec);

/** The extension fields of work orders, which the enterprise defines. */
export default function OrderFields() {
  return <DataPage spec={spec} />;
}
