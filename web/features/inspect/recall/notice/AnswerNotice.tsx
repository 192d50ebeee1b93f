import { answerParts, type RecallNotice, recallAnswer } from '@suyuan/contract/inspect/recall/recall-notice.ts';
import { Form, Input, InputNumber, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { Amount } from '#ui/amount/Amount.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { textLimit } from '#ui/limits.ts';
import './notice.css';
import { useNotice } from './useNotice.ts';

type Amounts = Record<(typeof answerParts)[number], number>;

/** Reports quantities by product and lot; the last report is the beginning of the next. */
export default function AnswerNotice({ row, onClose, onDone }: RowDialogProps<RecallNotice>) {
  const { t } = useTranslation();
  const notice = useNotice(row.id);
  if (notice.error && !notice.data) return <PartFailure of={notice} />;
  if (!notice.data) return <Skeleton active />;
  const { lines } = notice.data;
  const run = async (values: FormValues) => {
    const told = values.lines as readonly Amounts[];
    const note = (values.note as string | undefined)?.trim();
    const { missing } = await call(
      recallAnswer,
      {
        id: row.id,
        lines: lines.map(({ line_id }, index) => ({ line_id, ...amountsIn(told[index]) })),
        ...(note ? { note } : {}),
      },
      { fieldErrors: true },
    );
    if (missing > 0) notify.warning(t('recallnotice.answeredWithMissing', { n: missing }));
    else notify.success(t('recallnotice.answeredWhole'));
    onDone();
  };
  return (
    <FormDialog
      title={t('recallnotice.answerTitle', { no: row.recall_no })}
      okText={t('recallnotice.answer')}
      run={run}
      onClose={onClose}
      initialValues={{ lines: lines.map((line) => amountsIn(line)) }}
    >
      <p>{t('recallnotice.answerHint')}</p>
      {lines.map((line, index) => (
        <fieldset key={line.line_id} className="notice-line">
          <legend>
            {line.product_name} {line.lot} · {t('recallnotice.got')} <Amount units={line.units} of={line.product_id} />
          </legend>
          {answerParts.map((part) => (
            <Form.Item
              key={part}
              name={['lines', index, part]}
              label={t(`recallnotice.${part}`)}
              rules={[{ required: true }]}
            >
              <InputNumber min={0} max={line.units} precision={0} inputMode="numeric" style={{ width: '100%' }} />
            </Form.Item>
          ))}
        </fieldset>
      ))}
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} showCount {...textLimit(recallAnswer, 'note')} />
      </Form.Item>
    </FormDialog>
  );
}

const amountsIn = (line: Amounts | undefined): Amounts =>
  Object.fromEntries(answerParts.map((part) => [part, Number(line?.[part] ?? 0)])) as Amounts;
