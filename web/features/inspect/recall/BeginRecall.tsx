import { type Recall, recallBegin } from '@suyuan/contract/inspect/recall/recall.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import RecallAside from './RecallAside.tsx';

/** Explains the consequences before a recall begins. */
export default function BeginRecall({ row, onClose, onDone }: RowDialogProps<Recall>) {
  const { t } = useTranslation();
  const id = row.id;
  return (
    <FormDialog
      title={t('recall.beginTitle', { no: row.recall_no })}
      okText={t('button.begin')}
      run={async () => {
        await call(recallBegin, { id });
        onDone();
      }}
      onClose={onClose}
    >
      <Alert
        type={row.drill ? 'info' : 'warning'}
        showIcon
        title={t(row.drill ? 'recall.beginDrill' : 'recall.beginEarnest')}
      />
      <RecallAside id={id} />
    </FormDialog>
  );
}
