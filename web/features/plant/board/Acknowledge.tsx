import { alarmAcknowledge } from '@suyuan/contract/plant/line/line-alarm.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

interface Alarm {
  readonly id: number;
  readonly acknowledged_at: string | null;
}

/** Says that somebody sees to an alarm, or takes that back. */
export function Acknowledge({ row, onClose, onDone }: RowDialogProps<Alarm>) {
  const { t } = useTranslation();
  const acknowledged = row.acknowledged_at === null;
  const run = async ({ note }: FormValues) => {
    try {
      await call(alarmAcknowledge, { id: row.id, acknowledged, note: acknowledged ? `${note ?? ''}` : null });
      notify.success(t('datapage.saved'));
    } finally {
      // On failure, too: another person may have been faster.
      onDone();
    }
  };
  const title = t(acknowledged ? 'board.acknowledge' : 'board.takeBack');
  return (
    <FormDialog title={title} okText={title} run={run} onClose={onClose}>
      <p>{t(acknowledged ? 'board.acknowledgeText' : 'board.takeBackText')}</p>
      {acknowledged && (
        <Form.Item name="note" label={t('field.note')}>
          <Input.TextArea rows={2} {...textLimit(alarmAcknowledge, 'note')} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
