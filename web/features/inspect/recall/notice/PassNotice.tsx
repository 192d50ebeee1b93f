import { type RecallNotice, recallPass } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { Alert, Form, InputNumber, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { Choice } from '#ui/pickers/Choice.tsx';
import './notice.css';
import { useNotice } from './useNotice.ts';

/** Passes a notice on to a dealer below, with what it was sold. */
export default function PassNotice({ row, onClose, onDone }: RowDialogProps<RecallNotice>) {
  const { t } = useTranslation();
  const notice = useNotice(row.id);
  if (notice.error && !notice.data) return <PartFailure of={notice} />;
  if (!notice.data) return <Skeleton active />;
  const { below } = notice.data;
  const lines = notice.data.lines.filter(({ missing }) => missing > 0);
  const run = async (values: FormValues) => {
    const amounts = (values.lines ?? []) as readonly (number | null)[];
    const passed = lines.flatMap(({ line_id }, index) => {
      const units = Number(amounts[index] ?? 0);
      return units > 0 ? [{ line_id, units }] : [];
    });
    await call(recallPass, { id: row.id, dealer_id: values.dealer_id as number, lines: passed }, { fieldErrors: true });
    notify.success(t('recallnotice.passedNow'));
    onDone();
  };
  return (
    <FormDialog
      title={t('recallnotice.passTitle', { no: row.recall_no })}
      okText={t('button.pass')}
      run={run}
      onClose={onClose}
    >
      {below.length === 0 && <Alert type="info" showIcon title={t('recallnotice.noneBelow')} />}
      <Form.Item name="dealer_id" label={t('field.dealer')} rules={[{ required: true }]}>
        <Choice options={below.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      {lines.map((line, index) => (
        <Form.Item
          key={line.line_id}
          name={['lines', index]}
          label={`${line.product_name} ${line.lot ?? ''} · ≤ ${line.missing}`}
        >
          <InputNumber min={0} max={line.missing} precision={0} inputMode="numeric" style={{ width: '100%' }} />
        </Form.Item>
      ))}
    </FormDialog>
  );
}
