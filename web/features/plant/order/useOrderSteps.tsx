import { isEnterpriseType } from '@suyuan/contract/access/account-type.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { workOrderLife } from '@suyuan/contract/plant/order/work-order.life.ts';
import {
  mayAllow,
  maySplit,
  type WorkOrder,
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '@suyuan/contract/plant/order/work-order.ts';
import { workOrderReopen } from '@suyuan/contract/plant/order/work-order-closing.ts';
import { deskMarks } from '@suyuan/contract/plant/packing/marking.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useSession } from '#core/session/session.ts';
import { useAddresses } from '#core/session/useAddresses.ts';
import type { RowAction } from '#ui/DataPage/fields.ts';
import type { Occupied } from './StartOrder.tsx';

const AllowMore = later(() => import('./AllowMore.tsx'));
const CloseOrder = later(() => import('./CloseOrder.tsx'));
const ReopenOrder = later(() => import('./ReopenOrder.tsx'));
const StartOrder = later(() => import('./StartOrder.tsx'));
const SplitOrder = later(() => import('./SplitOrder.tsx'));

const calls = {
  release: workOrderRelease,
  start: workOrderStart,
  hold: workOrderHold,
  finish: workOrderFinish,
};
type Direct = keyof typeof calls;

/** The actions on an order by status, the usual one first. Steps that cannot be undone ask for confirmation. */
export function useOrderSteps() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [modal, place] = Modal.useModal();
  const [navigate, addressOf] = [useNavigate(), useAddresses()];
  const can = useCan();
  const ofEnterprise = isEnterpriseType(useSession((session) => session.account_type));

  const [conflict, setConflict] = useState<Occupied>();
  const refetch = useCallback(() => void queries.invalidateQueries({ queryKey: [workOrder.page.path] }), [queries]);

  const actions = useMemo(() => {
    const take = (step: Direct, order: WorkOrder) =>
      call(calls[step], { id: order.id }, { shows: [ErrorCode.occupied] })
        .then(
          () => notify.success(t(`orderlist.now.${workOrderLife.steps[step].to}`, { order: order.order_no })),
          (error: unknown) => {
            // `call` has shown any other error.
            if (error instanceof ApiError && error.code === ErrorCode.occupied)
              setConflict({ order, busy: error.message });
          },
        )
        .finally(refetch);
    const askToRelease = (order: WorkOrder) =>
      modal.confirm({
        title: t('orderlist.releaseTitle', { order: order.order_no }),
        content: t('orderlist.releaseText'),
        okText: t('button.release'),
        cancelText: t('datapage.cancel'),
        onOk: () => take('release', order),
      });
    const action = (step: Direct | 'close') => ({
      key: step,
      text: step === 'close' ? ('orderlist.close' as const) : (`button.${step}` as const),
      permission: `orderlist:${step}` as const,
      shown: ({ status }: WorkOrder) => workOrderLife.mayTake(step, status) && (step !== 'release' || ofEnterprise),
    });
    const direct = (step: Direct): RowAction<WorkOrder> => ({
      ...action(step),
      run: (order) => void take(step, order),
    });
    return [
      { ...action('release'), run: askToRelease },
      { ...action('close'), dialog: CloseOrder },
      { ...direct('start'), shown: ({ status }) => status === 'released' },
      // For an order that was started before, "start" is called "resume".
      { ...direct('start'), key: 'resume', text: 'plant.resume', shown: isBegun },
      direct('hold'),
      direct('finish'),
      {
        key: 'reopen',
        text: 'orderlist.reopen',
        permission: 'orderlist:close',
        completes: workOrderReopen,
        later: true,
        shown: ({ status }) => workOrderLife.mayTake('reopen', status),
        dialog: ReopenOrder,
      },
      {
        key: 'pack',
        text: 'relevance.pack',
        permission: 'relevance:pack',
        later: true,
        shown: ({ status }) => status === 'running',
        run: ({ id }) => void navigate(addressOf('relevance', `tab=pack&order=${id}`) ?? '/'),
      },
      {
        key: 'mark',
        text: 'marking.title',
        permission: 'relevance',
        later: true,
        shown: ({ status }) =>
          ['running', 'held', 'finished'].includes(status) && deskMarks.some((mark) => can(`relevance:${mark}`)),
        run: ({ id }) => void navigate(addressOf('relevance', `tab=mark&order=${id}`) ?? '/'),
      },
      {
        key: 'split',
        text: 'button.split',
        permission: 'orderlist:split',
        later: true,
        shown: ({ status }) => maySplit(status),
        dialog: SplitOrder,
      },
      {
        key: 'allow',
        text: 'button.allow',
        permission: 'orderlist:allow',
        later: true,
        shown: ({ status }) => mayAllow(status) && ofEnterprise,
        dialog: AllowMore,
      },
    ] satisfies RowAction<WorkOrder>[];
  }, [ofEnterprise, modal, refetch, t, navigate, addressOf, can]);
  const starting = conflict && (
    <Suspense>
      <StartOrder
        {...conflict}
        onClose={() => setConflict(undefined)}
        onDone={() => {
          setConflict(undefined);
          refetch();
        }}
      />
    </Suspense>
  );
  return {
    actions,
    place: (
      <>
        {place}
        {starting}
      </>
    ),
  };
}

const isBegun = ({ status }: WorkOrder): boolean => workOrderLife.mayTake('start', status) && status !== 'released';
