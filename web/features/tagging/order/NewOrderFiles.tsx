import { orderDetail } from '@suyuan/contract/tagging/code-order.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import type { AddedRow, RowDialogProps } from '#ui/DataPage/fields.ts';
import OrderFiles from './OrderFiles.tsx';

/** The files of an order that was just created; it is loaded first, because only its id is known. */
export default function NewOrderFiles({ row: { id }, ...dialog }: RowDialogProps<AddedRow>) {
  const { data } = useQuery({
    queryKey: [orderDetail.path, id],
    queryFn: ({ signal }) => call(orderDetail, { id }, { signal }),
  });
  return data && <OrderFiles row={data.order} {...dialog} />;
}
