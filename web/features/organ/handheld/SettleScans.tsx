import { type RefusedScan, refusedScans, settlements, settleScan } from '@suyuan/contract/handheld/scan.ts';
import type { Handheld } from '@suyuan/contract/organ/handheld.ts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Radio, Skeleton } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { textLimit } from '#ui/limits.ts';

/** Settles scans that the server refused, in place of whoever made them. */
export function SettleScans({ row: { id, account }, onClose, onDone }: RowDialogProps<Handheld>) {
  const { t } = useTranslation();
  const refused = useQuery({
    queryKey: [refusedScans.path, id],
    queryFn: ({ signal }) => call(refusedScans, { handheld_id: id }, { signal }),
  });
  const run = async ({ scans, how, reason }: FormValues) => {
    let others = 0;
    try {
      for (const id of scans as readonly string[])
        await call(
          settleScan,
          { id, how: how as (typeof settlements)[number], reason: reason as string },
          { fieldErrors: true },
        ).catch((error) => {
          // Its person or another lead was faster.
          if (!(error instanceof ApiError && error.statusCode === 409)) throw error;
          others += 1;
        });
    } catch (error) {
      await refused.refetch();
      throw error;
    }
    if (others > 0) notify.warning(t('handhelds.settleOthers', { count: others }));
    else notify.success(t('handhelds.settleDone'));
  };
  return (
    <FormDialog
      title={t('handhelds.settleTitle', { name: account ?? '' })}
      okText={t('button.settle')}
      initialValues={{ how: 'dropped' }}
      run={run}
      onSaved={onDone}
      onClose={onClose}
    >
      <PartFailure of={refused} />
      {!refused.isError && (
        <Form.Item name="scans" label={t('handhelds.settleWhich')} rules={[{ required: true }]}>
          <Choice refusals={refused.data?.refusals} />
        </Form.Item>
      )}
      <Form.Item name="how" label={t('handhelds.settleHow')} rules={[{ required: true }]}>
        <Radio.Group>
          {settlements.map((how) => (
            <Radio key={how} value={how}>
              {t(`handhelds.settlement.${how}`)}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="reason" label={t('field.reason')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={2} showCount {...textLimit(settleScan, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}

interface ChoiceProps {
  /** Undefined while they are read. */
  readonly refusals: readonly RefusedScan[] | undefined;
  readonly value?: readonly string[];
  readonly onChange?: (scans: readonly string[]) => void;
}

/** Scans to be chosen from; one that is not left to settle is not chosen any more. */
function Choice({ refusals, value = [], onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const untick = useEffectEvent((left: ReadonlySet<string>) => {
    if (!value.every((id) => left.has(id))) onChange?.(value.filter((id) => left.has(id)));
  });
  useEffect(() => {
    if (refusals) untick(new Set(refusals.map(({ id }) => id)));
  }, [refusals]);
  if (!refusals) return <Skeleton active title={false} />;
  if (refusals.length === 0) return t('handhelds.settleNothing');
  return (
    <Checkbox.Group value={[...value]} {...(onChange && { onChange })}>
      {refusals.map(({ id, code, document_no, scanned_at, refusals: why }) => (
        <Checkbox key={id} value={id}>
          <code>{code}</code> {document_no} <Moment at={scanned_at} />
          {why.map(({ reason, message }) => (
            <div key={reason}>{message}</div>
          ))}
        </Checkbox>
      ))}
    </Checkbox.Group>
  );
}
