import { type CodeImport, importTake } from '@suyuan/contract/tagging/code-import.ts';
import { Form, Input } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { textLimit } from '#ui/limits.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

interface TakeImportProps {
  readonly one: CodeImport;
  readonly onClose: () => void;
  readonly onDone: (orderNo: string) => void;
}

/** Accepts imported codes as a code order; from then on the system knows them. */
export function TakeImport({ one, onClose, onDone }: TakeImportProps) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const run = async ({ product_id, purpose }: FormValues) => {
    const input = { id: one.id, product_id: (product_id as number) ?? null, purpose: (purpose as string) ?? null };
    const { order_no } = await call(importTake, input, { fieldErrors: true });
    onDone(order_no);
  };
  const count = one.accepted;
  return (
    <FormDialog
      title={t('tagging.import.takeTitle', { count, number: numbers.count(count) })}
      okText={t('tagging.import.take')}
      initialValues={{ purpose: one.file_name }}
      run={run}
      onClose={onClose}
    >
      <Form.Item name="product_id" label={t('field.product')} extra={t('records.productHint')}>
        <ReferenceSelect reference={productReference} />
      </Form.Item>
      <Form.Item name="purpose" label={t('field.purpose')}>
        <Input {...textLimit(importTake, 'purpose')} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
