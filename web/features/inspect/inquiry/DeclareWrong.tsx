import { declareWrong } from '@suyuan/contract/inspect/information-inquiry.ts';
import type { ActRow } from '@suyuan/contract/trace/act-row.ts';
import type { ActName } from '@suyuan/contract/trace/acts.ts';
import { type ErrorReason, errorReasons } from '@suyuan/contract/trace/error-declaration.ts';
import type { ActRefusal } from '@suyuan/contract/trace/refusal.ts';
import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { RefusalList, refusalsIn } from '#ui/acts/RefusalList.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';

interface DeclareWrongProps {
  readonly code: string;
  readonly act: ActRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A dialog that declares an act wrong, with a reason. If later acts depend on it, it is refused, and the dialog lists them. */
export function DeclareWrong({ code, act, onClose, onDone }: DeclareWrongProps) {
  const { t } = useTranslation();
  const [refusals, setRefusals] = useState<readonly ActRefusal[]>([]);
  const run = async ({ error, reason }: FormValues) => {
    const input = { code, event_id: act.id, error: error as ErrorReason, reason: reason as string };
    setRefusals([]);
    try {
      await call(declareWrong, input, { fieldErrors: true, showsRefusals: true });
    } catch (failure) {
      setRefusals(refusalsIn(failure));
      throw failure;
    }
    notify.success(t('informationinquiry.declare.done'));
    onDone();
  };
  return (
    <FormDialog
      title={t('informationinquiry.declare.title', { act: t(`act.${act.act as ActName}`) })}
      okText={t('button.declare')}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('informationinquiry.declare.hint')}</p>
      <RefusalList refusals={refusals} />
      <Form.Item name="error" label={t('informationinquiry.declare.error')} rules={[{ required: true }]}>
        <Radio.Group options={errorReasons.map((value) => ({ value, label: t(`acts.error.${value}`) }))} />
      </Form.Item>
      <Form.Item name="reason" label={t('exception.reason')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={3} showCount {...textLimit(declareWrong, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}
