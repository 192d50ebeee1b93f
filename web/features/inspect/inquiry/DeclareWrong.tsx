import { declareWrong } from '@suyuan/contract/inspect/information-inquiry.ts';
import { type ErrorReason, errorReasons } from '@suyuan/contract/trace/error-declaration.ts';
import type { EventRow } from '@suyuan/contract/trace/event-row.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { Form, Radio } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { RefusalList, refusalsIn } from '#ui/events/RefusalList.tsx';
import { eventText } from '#ui/history/eventText.ts';

interface DeclareWrongProps {
  readonly code: string;
  readonly act: EventRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A dialog that declares an event wrong, with a reason. If later events depend on it, it is refused, and the dialog lists them. */
export function DeclareWrong({ code, act: event, onClose, onDone }: DeclareWrongProps) {
  const { t } = useTranslation();
  const [refusals, setRefusals] = useState<readonly EventRefusal[]>([]);
  const run = async ({ error, reason }: FormValues) => {
    const input = { code, event_id: event.id, error: error as ErrorReason, reason: reason as string };
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
      title={t('informationinquiry.declare.title', { act: eventText(t, event) })}
      okText={t('button.declare')}
      danger
      run={run}
      onClose={onClose}
    >
      <p>{t('informationinquiry.declare.hint')}</p>
      <RefusalList refusals={refusals} />
      <Form.Item name="error" label={t('informationinquiry.declare.error')} rules={[{ required: true }]}>
        <Radio.Group options={errorReasons.map((value) => ({ value, label: t(`events.error.${value}`) }))} />
      </Form.Item>
      <ReasonItem of={declareWrong} label={t('exception.reason')} />
    </FormDialog>
  );
}
