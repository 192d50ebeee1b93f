import { shiftAdd } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { DayInput } from '#ui/pickers/DateInput.tsx';
import { lineReference, teamReference } from '#ui/pickers/plantReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

/** Prepares the hand-over of a team's shift. */
export default function PrepareShift({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const run = async ({ team_id, line_id, day, notes }: FormValues) => {
    const text = `${notes ?? ''}`.trim();
    const { shift_no } = await call(
      shiftAdd,
      {
        team_id: team_id as number,
        ...(line_id ? { line_id: line_id as number } : {}),
        ...(day ? { day: day as string } : {}),
        ...(text ? { notes: text } : {}),
      },
      { fieldErrors: true },
    );
    notify.success(t('shift.added', { number: shift_no }));
    onDone();
  };
  const title = t('field.team');
  return (
    <FormDialog title={t('shift.add')} okText={t('shift.add')} run={run} onClose={onClose}>
      <p>{t('shift.addText')}</p>
      <Form.Item name="team_id" label={title} rules={[{ required: true, message: t('datapage.required', { title }) }]}>
        <ReferenceSelect reference={teamReference} />
      </Form.Item>
      <Form.Item name="line_id" label={t('field.line')} extra={t('shift.lineHint')}>
        <ReferenceSelect reference={lineReference} />
      </Form.Item>
      <Form.Item name="day" label={t('shift.day')} extra={t('shift.dayHint')}>
        <DayInput />
      </Form.Item>
      <Form.Item name="notes" label={t('shift.notes')}>
        <Input.TextArea rows={4} {...textLimit(shiftAdd, 'notes')} />
      </Form.Item>
    </FormDialog>
  );
}
