import { caseUpdate } from '@suyuan/contract/inspect/case/case.ts';
import { Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { textLimit } from '#ui/limits.ts';
import { MomentInput } from '#ui/pickers/DateInput.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { caseOwnersReference } from './caseOwners.ts';

const required = [{ required: true }];

/** What a case is called, whose it is, and until when. */
export function CaseFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="title" label={t('case.title')} rules={[{ required: true, whitespace: true }]}>
        <Input {...textLimit(caseUpdate, 'title')} />
      </Form.Item>
      <Form.Item name="owner_id" label={t('field.owner')} rules={required}>
        <ReferenceSelect reference={caseOwnersReference} />
      </Form.Item>
      <Form.Item name="due_at" label={t('hold.due_at')} rules={required}>
        <MomentInput />
      </Form.Item>
    </>
  );
}
