import { caseLink, casesOpen } from '@suyuan/contract/inspect/case/case.ts';
import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';

interface LinkToCaseProps extends DialogProps {
  /** The inspection or the evidence that comes to a case. */
  readonly linked: { readonly inspection_ids: number[] } | { readonly evidence_ids: number[] };
  /** What it is called. */
  readonly name: string;
}

const cases: Reference = { list: casesOpen, label: (row) => `${row.case_no} ${row.title}` };

/** Links an inspection or evidence that belongs to no case yet to an open case. */
export default function LinkToCase({ linked, name, onClose, onDone }: LinkToCaseProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const run = async (values: FormValues) => {
    await call(caseLink, { id: values.id as number, ...linked }, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    void queries.invalidateQueries({ queryKey: [caseDetail.path] });
    onDone();
  };
  return (
    <FormDialog title={t('case.linkTitle', { name })} okText={t('datapage.save')} run={run} onClose={onClose}>
      <Form.Item name="id" label={t('field.case_no')} rules={[{ required: true }]}>
        <ReferenceSelect reference={cases} />
      </Form.Item>
    </FormDialog>
  );
}
