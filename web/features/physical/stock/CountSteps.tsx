import {
  countApprove,
  countCancel,
  countDetail,
  countFinish,
  countResume,
  countStart,
  type StockCount,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { ReasonedStep } from '../freight/closing/ReasonedStep.tsx';

type Props = RowDialogProps<StockCount>;

/** Steps of a count that need no more than somebody to agree. */
export const StartCount = (props: Props) => (
  <PlainStep {...props} step="start" take={(id) => call(countStart, { id })} />
);
export const FinishCount = (props: Props) => (
  <PlainStep {...props} step="finish" take={(id) => call(countFinish, { id })} />
);
export const ResumeCount = (props: Props) => (
  <PlainStep {...props} step="resume" take={(id) => call(countResume, { id })} />
);

interface PlainStepProps extends Props {
  readonly step: 'start' | 'finish' | 'resume';
  readonly take: (id: number) => Promise<{ readonly status: StockCount['status'] }>;
}

function PlainStep({ row: { id, count_no }, step, take, onClose, onDone }: PlainStepProps) {
  const { t } = useTranslation();
  const told = useTold(id);
  const run = async () => {
    const { status } = await take(id);
    notify.success(t(`stockcount.now.${status}` as TextKey, { count_no }));
    told();
    onDone();
  };
  return (
    <FormDialog
      title={`${t(`stockcount.${step}`)} · ${count_no}`}
      okText={t(`stockcount.${step}`)}
      run={run}
      onClose={onClose}
    >
      <p>{t(`stockcount.${step}Text`)}</p>
    </FormDialog>
  );
}

/** Approves what differs, which puts the records right. */
export function ApproveCount({ row: { id, count_no }, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const told = useTold(id);
  const take = async (reason: string) => {
    const { lost, stored, left } = await call(countApprove, { id, reason }, { fieldErrors: true });
    notify.success(t('stockcount.approvedNow', { count_no, lost, stored, left }));
    told();
    onDone();
  };
  return (
    <ReasonedStep
      title={`${t('stockcount.approve')} · ${count_no}`}
      okText={t('stockcount.approve')}
      about={t('stockcount.approveText')}
      take={take}
      onClose={onClose}
    />
  );
}

export function CancelCount({ row: { id, count_no }, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const told = useTold(id);
  const take = async (reason: string) => {
    await call(countCancel, { id, reason }, { fieldErrors: true });
    notify.success(t('stockcount.now.cancelled', { count_no }));
    told();
    onDone();
  };
  return (
    <ReasonedStep
      title={`${t('stockcount.cancel')} · ${count_no}`}
      okText={t('stockcount.cancel')}
      about={t('stockcount.cancelText')}
      take={take}
      onClose={onClose}
    />
  );
}

function useTold(id: number) {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: [countDetail.path, id] });
}
