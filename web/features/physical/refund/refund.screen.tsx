import { type RefundStep, refundLife } from '@suyuan/contract/physical/refund.life.ts';
import type { Refund } from '@suyuan/contract/physical/refund.ts';
import { later } from '#core/loading/later.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import type { RowAction } from '#ui/DataPage/fields.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { refundList } from './refundList.tsx';

const ReceiveReturn = later(() => import('./ReceiveReturn.tsx'));
const InspectReturn = later(() => import('./InspectReturn.tsx'));
const CloseReturn = later(() => import('./CloseReturn.tsx'));

const step = (key: RefundStep & ('receive' | 'inspect' | 'close')) => ({
  key,
  text: `button.${key}` as const,
  permission: `refund:${key}` as const,
  shown: ({ status, receives }: Refund) => receives && refundLife.mayTake(key, status),
});

/** The actions on a return by status, the usual one first. */
const actions: readonly RowAction<Refund>[] = [
  { ...step('receive'), dialog: ReceiveReturn },
  { ...step('inspect'), dialog: InspectReturn },
  { ...step('close'), dialog: CloseReturn, later: true },
];

const spec = refundList(actions);

export const preload = firstRows(spec);

/** 退货: returns, from request to inspection. */
export default function Returns() {
  return <DataPage spec={spec} />;
}
