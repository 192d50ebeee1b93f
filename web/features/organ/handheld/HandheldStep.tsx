import { type Handheld, handheldEnd, handheldLock, handheldUnlock } from '@suyuan/contract/organ/handheld.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';

const steps = { end: handheldEnd, lock: handheldLock, unlock: handheldUnlock } as const;

interface HandheldStepProps extends RowDialogProps<Handheld> {
  readonly step: keyof typeof steps;
}

/** Ends the session of a person on a handheld, locks them out or lets them in again; says what becomes of their scans. */
export function HandheldStep({ step, row: { id, account, waiting }, onClose, onDone }: HandheldStepProps) {
  const { t } = useTranslation();
  const run = async () => {
    await call(steps[step], { id }, { fieldErrors: true });
    notify.success(t(`handhelds.${step}Done`));
  };
  const isUnlock = step === 'unlock';
  return (
    <FormDialog
      title={t(`handhelds.${step}Title`, { name: account ?? '' })}
      okText={t(`button.${step}`)}
      danger={!isUnlock}
      run={run}
      onSaved={onDone}
      onClose={onClose}
    >
      <Alert type={isUnlock ? 'info' : 'warning'} showIcon title={t(`handhelds.${step}Text`)} />
      {!isUnlock && waiting > 0 && <p>{t('handhelds.waitingStay', { count: waiting })}</p>}
    </FormDialog>
  );
}
