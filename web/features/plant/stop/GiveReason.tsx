import { lineStop, stopGiveReason } from '@suyuan/contract/plant/line/line-stop.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { BatchDialogProps, RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { reasonReference } from './reasonReference.ts';

/** What the dialog needs to know of a stop; a board knows less than the list. */
interface Stop {
  readonly id: number;
  readonly reason_id: number | null;
  readonly reason_name: string | null;
  readonly note?: string | null;
  readonly updated_at?: string;
}

/** Says why the line stood; without a reason, an earlier one is taken back. */
export default function GiveReason({ row, ...dialog }: RowDialogProps<Stop>) {
  return <GiveReasons rows={[row]} {...dialog} />;
}

/** The same for several stops. */
export function GiveReasons({ rows, onClose, onDone }: BatchDialogProps<Stop>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [only] = rows.length === 1 ? rows : [];
  const run = async (values: FormValues) => {
    const { reason_id = null, note = null } = values as { reason_id?: number | null; note?: string | null };
    const ids = rows.map(({ id }) => id);
    const updated_at = only?.updated_at;
    await call(stopGiveReason, { ids, reason_id, note, ...(updated_at ? { updated_at } : {}) }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    await queries.invalidateQueries({ queryKey: [lineStop.page.path] });
    onDone();
  };
  return (
    <FormDialog
      title={t('stop.giveReason')}
      okText={t('datapage.save')}
      run={run}
      onClose={onClose}
      initialValues={{ reason_id: only?.reason_id ?? undefined, note: only?.note ?? '' }}
    >
      {rows.length > 1 && <p>{t('stop.severalText', { count: rows.length })}</p>}
      <Form.Item name="reason_id" label={t('stop.reason_name')} extra={t('stop.reasonHint')}>
        <ReferenceSelect reference={reasonReference} named={only?.reason_name} />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={2} {...textLimit(stopGiveReason, 'note')} />
      </Form.Item>
    </FormDialog>
  );
}
