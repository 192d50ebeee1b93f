import { labelReprint, reprintedLabel, singleLabel } from '@suyuan/contract/plant/packing/label-reprint.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useState } from 'react';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { SentKey } from '#ui/events/useDeskEvent.ts';
import { numberLimits } from '#ui/limits.ts';
import { CountInput } from '#ui/pickers/CountInput.tsx';
import { useUsualCauses } from '../usePlantItems.ts';

interface ReprintLabelProps {
  readonly code: string;
  /** The reason that is offered first. */
  readonly reason?: string;
  readonly onClose: () => void;
}

/** Prints the label of a code again, with a reason: the reprint is recorded, and its label comes as PDF. */
export default function ReprintLabel({ code, reason: first, onClose }: ReprintLabelProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [key] = useState(() => new SentKey());
  const usual = useUsualCauses('reprint', [
    t('packing.reason.torn'),
    t('packing.reason.unreadable'),
    t('packing.reason.lost'),
  ]);
  const run = async ({ reason, width_mm, height_mm }: FormValues) => {
    const input = { code, reason: `${reason}`.trim() };
    const keyed = { ...input, batch_key: key.keyOf([input]) };
    const { event_id, reprint } = await call(labelReprint, keyed, { fieldErrors: true });
    key.answered();
    notify.success(t('reprint.done', { code, nth: reprint }));
    void queries.invalidateQueries({ queryKey: [eventHistory.path] });
    const wish = { event_id, width_mm: width_mm as number, height_mm: height_mm as number };
    // `download` has shown the error; the reprint is recorded, and its label can be fetched again.
    await download(reprintedLabel, wish).catch(() => undefined);
  };
  return (
    <FormDialog
      title={t('reprint.title', { code })}
      okText={t('button.reprint')}
      initialValues={{ ...singleLabel, ...(first ? { reason: first } : {}) }}
      run={run}
      onClose={onClose}
    >
      <p>{t('reprint.text')}</p>
      <ReasonItem usual={usual} />
      <Form.Item name="width_mm" label={t('reprint.width')}>
        <CountInput {...numberLimits(reprintedLabel, 'width_mm')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="height_mm" label={t('reprint.height')}>
        <CountInput {...numberLimits(reprintedLabel, 'height_mm')} style={{ width: '100%' }} />
      </Form.Item>
    </FormDialog>
  );
}
