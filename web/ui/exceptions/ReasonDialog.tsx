import { Form, Input } from 'antd';
import type { ExceptionRow, ExceptionScreen } from '../../../contract/trace/exception.ts';
import { call } from '../../core/api/call.ts';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { notify } from '../../core/notices/notices.ts';
import type { BatchDialogProps } from '../DataPage/fields.ts';
import { FormDialog, type FormValues } from '../dialogs/FormDialog.tsx';
import { textLimit } from '../limits.ts';
import { stepTexts } from './stepTexts.ts';
import { useExceptionChanged } from './useExceptionChanged.ts';

/** Steps that need one text: a note, or the reason for settling, discarding or opening again. */
export type ReasonStep = 'note' | 'settle' | 'discard' | 'reopen';

interface ReasonDialogProps extends BatchDialogProps<ExceptionRow> {
  readonly screen: ExceptionScreen;
  readonly step: ReasonStep;
}

export default function ReasonDialog({ screen, step, rows, onClose, onDone }: ReasonDialogProps) {
  const { t } = useTranslation();
  const changed = useExceptionChanged(screen, onDone);
  const ids = rows.map(({ id }) => id);
  const run = async ({ text, reason }: FormValues) => {
    try {
      if (step === 'note') await call(screen.note, { ids, text: text as string }, { fieldErrors: true });
      else await call(screen[step], { ids, reason: reason as string }, { fieldErrors: true });
      notify.success(t(`exception.${step}Done`));
    } finally {
      // On failure, too: another person may have been faster.
      changed();
    }
  };
  const limit = step === 'note' ? textLimit(screen.note, 'text') : textLimit(screen.settle, 'reason');
  return (
    <FormDialog
      title={`${t(step === 'reopen' ? stepTexts.reopen : `exception.${step}Title`)}${rows.length > 1 ? ` (${rows.length})` : ''}`}
      okText={t(stepTexts[step])}
      danger={step === 'discard'}
      run={run}
      onClose={onClose}
    >
      <Form.Item
        name={step === 'note' ? 'text' : 'reason'}
        label={t(step === 'note' ? 'field.note' : 'exception.reason')}
        rules={[{ required: true, whitespace: true }]}
      >
        <Input.TextArea rows={3} showCount autoFocus {...limit} />
      </Form.Item>
    </FormDialog>
  );
}
