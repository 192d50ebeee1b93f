import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { isEnterpriseType } from '../../../../contract/access/account-type.ts';
import { type WorkOrderStep, workOrderLife } from '../../../../contract/plant/work-order.life.ts';
import {
  mayAllow,
  maySplit,
  type WorkOrder,
  workOrder,
  workOrderFinish,
  workOrderHold,
  workOrderRelease,
  workOrderStart,
} from '../../../../contract/plant/work-order.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { later } from '../../../core/loading/later.tsx';
import { notify } from '../../../core/notices/notices.ts';
import { useSession } from '../../../core/session/session.ts';
import { useAddresses } from '../../../core/session/useAddresses.ts';
import type { RowAction } from '../../../ui/DataPage/fields.ts';

const AllowMore = later(() => import('./AllowMore.tsx'));
const CloseOrder = later(() => import('./CloseOrder.tsx'));
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
  const ofEnterprise = isEnterpriseType(useSession((session) => session.account_type));

  const actions = useMemo(() => {
    const take = (step: Direct, order: WorkOrder) =>
      call(calls[step], { id: order.id })
        .then(
          () => notify.success(t(`orderlist.now.${workOrderLife.steps[step].to}`, { order: order.order_no })),
          // `call` has shown the error.
          () => undefined,
        )
        .finally(() => void queries.invalidateQueries({ queryKey: [workOrder.page.path] }));
    const askToRelease = (order: WorkOrder) =>
      modal.confirm({
        title: t('orderlist.releaseTitle', { order: order.order_no }),
        content: t('orderlist.releaseText'),
        okText: t('button.release'),
        cancelText: t('datapage.cancel'),
        onOk: () => take('release', order),
      });
    const action = (step: WorkOrderStep) => ({
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
        key: 'pack',
        text: 'relevance.pack',
        permission: 'relevance:pack',
        later: true,
        shown: ({ status }) => status === 'running',
        run: ({ id }) => void navigate(addressOf('relevance', `tab=pack&order=${id}`) ?? '/'),
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
  }, [ofEnterprise, modal, queries, t, navigate, addressOf]);
  return { actions, place };
}

const isBegun = ({ status }: WorkOrder): boolean => workOrderLife.mayTake('start', status) && status !== 'released';
