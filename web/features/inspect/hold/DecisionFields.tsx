import { holdAdd, holdOwners } from '@suyuan/contract/inspect/hold.ts';
import { Form } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ReasonItem } from '#ui/events/ReasonItem.tsx';
import { MomentInput } from '#ui/pickers/DateInput.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';

const owners: Reference = { list: holdOwners, label: (row) => `${row.name} (${row.account_name})` };

const required = [{ required: true }];

/** Why goods are held, who decides about them, and until when. */
export function DecisionFields() {
  const { t } = useTranslation();
  return (
    <>
      <ReasonItem of={holdAdd} />
      <Form.Item name="owner_id" label={t('field.owner')} rules={required}>
        <ReferenceSelect reference={owners} />
      </Form.Item>
      <Form.Item name="due_at" label={t('hold.due_at')} rules={required} extra={t('hold.dueHint')}>
        <MomentInput />
      </Form.Item>
    </>
  );
}
