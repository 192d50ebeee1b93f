import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { CodeTarget } from './CodeTarget.tsx';
import { namingCodes, targetAtFirst, targetOf } from './codeTarget.ts';
import { useAffected } from './useAffected.tsx';
import '../tagging.css';

/** Closes an order, a range of it or a list of codes. */
export default function CloseCodes({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const confirmation = useAffected();
  const run = async (values: FormValues) => {
    const input = { ...targetOf(values), reason: values.reason as string };
    if (!(await namingCodes(values, confirmation.confirm(targetOf(values))))) return;
    const work = call(codesClose, input, { fieldErrors: true, timeoutMs: 120_000 });
    const { changed } = await namingCodes(values, work);
    notify.success(t('queryclose.done', { count: changed, number: numbers.count(changed) }));
    onDone();
  };
  return (
    <FormDialog
      title={t('queryclose.closeCodes')}
      okText={t('button.close')}
      danger
      initialValues={targetAtFirst()}
      run={run}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={t('queryclose.closeText')} className="tagging-note" />
      <CodeTarget />
      {confirmation.place}
      <ReasonItem of={codesClose} label={t('queryclose.reason')} />
    </FormDialog>
  );
}
