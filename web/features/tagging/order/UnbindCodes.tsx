import { codesUnbind } from '@suyuan/contract/tagging/code-binding.ts';
import type { CodeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { Alert } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { CodeTarget } from '../control/CodeTarget.tsx';
import { namingCodes, targetAtFirst, targetOf } from '../control/codeTarget.ts';
import '../tagging.css';

/** Removes product, lot and production date from unused codes. */
export default function UnbindCodes({ row: order, onClose, onDone }: RowDialogProps<CodeOrder>) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const run = async (values: FormValues) => {
    const work = call(codesUnbind, targetOf(values), { fieldErrors: true, timeoutMs: 120_000 });
    const { changed } = await namingCodes(values, work);
    notify.success(t('tagging.unbind.done', { count: changed, number: numbers.count(changed) }));
    onDone();
  };
  return (
    <FormDialog
      title={t('tagging.unbind.titleOf', { order: order.order_no })}
      okText={t('button.unbind')}
      danger
      initialValues={targetAtFirst(order)}
      run={run}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t('tagging.unbind.text')} className="tagging-note" />
      <CodeTarget order={order} />
    </FormDialog>
  );
}
