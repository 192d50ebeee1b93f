import { type Handover, handoverReceive } from '@suyuan/contract/report/handover.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { takesScans } from '#ui/code/CodeEntry.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { numberLimits, textLimit } from '#ui/limits.ts';
import { CountInput } from '#ui/pickers/CountInput.tsx';

/** The warehouse signs for the number of packages counted, with a reason for a difference. */
export default function ReceiveHandover({ row, onClose, onDone }: RowDialogProps<Handover>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const packages = row.packages;
  const run = async ({ counted, difference_reason, missing }: FormValues) => {
    const why = `${difference_reason ?? ''}`.trim();
    const codes = `${missing ?? ''}`.split(/\s+/).filter(Boolean);
    const input = {
      id: row.id,
      counted: counted as number,
      ...(why ? { difference_reason: why } : {}),
      ...(codes.length > 0 ? { missing: codes } : {}),
    };
    await call(handoverReceive, input, { fieldErrors: true });
    notify.success(t('connect.received'));
    onDone();
  };
  return (
    <FormDialog title={t('connect.receive')} okText={t('connect.receive')} run={run} onClose={onClose}>
      <p>{t('connect.receiveText', { packages: count(packages) })}</p>
      <Form.Item
        name="counted"
        label={t('connect.counted')}
        rules={[{ required: true, message: t('datapage.required', { title: t('connect.counted') }) }]}
      >
        <CountInput {...numberLimits(handoverReceive, 'counted')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item noStyle dependencies={['counted']}>
        {({ getFieldValue }) => {
          const amount = getFieldValue('counted') as number | null | undefined;
          if (typeof amount !== 'number') return null;
          return (
            <>
              {amount !== packages && <DifferenceReason />}
              {amount < packages && <Missing />}
            </>
          );
        }}
      </Form.Item>
    </FormDialog>
  );
}

function Missing() {
  const { t } = useTranslation();
  return (
    <Form.Item name="missing" label={t('connect.missing')} extra={t('connect.missingHint')}>
      <Input.TextArea rows={3} spellCheck={false} {...takesScans} />
    </Form.Item>
  );
}

function DifferenceReason() {
  const { t } = useTranslation();
  const title = t('connect.difference_reason');
  return (
    <Form.Item
      name="difference_reason"
      label={title}
      rules={[{ required: true, whitespace: true, message: t('datapage.required', { title }) }]}
    >
      <Input.TextArea rows={2} {...textLimit(handoverReceive, 'difference_reason')} />
    </Form.Item>
  );
}
