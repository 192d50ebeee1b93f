import { Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { type RecallScope, recallAdd, recallScope, recallScopes } from '../../../../contract/inspect/recall.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';
import { CodeEntry, takesScans } from '../../../ui/code/CodeEntry.tsx';
import { codesIn } from '../../../ui/code/codesIn.ts';
import type { DialogProps } from '../../../ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '../../../ui/dialogs/FormDialog.tsx';
import { lengthOf, textLimit } from '../../../ui/limits.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import { productReference } from '../../../ui/pickers/references/productReference.ts';
import { workOrderReference } from '../../../ui/pickers/references/workOrderReference.ts';

/** Plans a recall, real or as a drill. Nothing happens to the goods before it begins. */
export default function NewRecall({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<RecallScope>('lot');
  const run = async (values: FormValues) => {
    const { drill, reason } = values as { drill: boolean; reason: string };
    const { recall_no } = await call(recallAdd, { scope: scopeOf(kind, values), drill, reason }, { fieldErrors: true });
    notify.success(t('recall.added', { no: recall_no }));
    onDone();
  };
  const required = [{ required: true }];
  return (
    <FormDialog
      title={t('recall.add')}
      okText={t('recall.plan')}
      run={run}
      onClose={onClose}
      initialValues={{ drill: true }}
    >
      <Form.Item label={t('recall.scope_kind')}>
        <Radio.Group
          aria-label={t('recall.scope_kind')}
          value={kind}
          onChange={(event) => setKind(event.target.value as RecallScope)}
          options={recallScopes.map((value) => ({ value, label: t(`recall.scope_kind.${value}`) }))}
        />
      </Form.Item>
      {kind === 'lot' && (
        <>
          <Form.Item name="lot" label={t('field.lot')} rules={required}>
            <Input {...lengthOf(recallScope.lot.properties.lot)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="product_id" label={t('recall.productIfOne')}>
            <ReferenceSelect reference={productReference} />
          </Form.Item>
        </>
      )}
      {kind === 'work_order' && (
        <Form.Item name="work_order_id" label={t('field.work_order')} rules={required} help={t('recall.wholeLots')}>
          <ReferenceSelect reference={workOrderReference} />
        </Form.Item>
      )}
      {kind === 'material_lot' && (
        <Form.Item
          name="material_lot"
          label={t('recall.scope_kind.material_lot')}
          rules={required}
          help={t('recall.wholeLots')}
        >
          <Input {...lengthOf(recallScope.material_lot.properties.material_lot)} autoComplete="off" {...takesScans} />
        </Form.Item>
      )}
      {kind === 'codes' && (
        <Form.Item name="codes" label={t('recall.codes')} rules={required}>
          <Input.TextArea rows={4} spellCheck={false} {...takesScans} />
        </Form.Item>
      )}
      {kind === 'range' && (
        <>
          <Form.Item name="first_code" label={t('recall.first_code')} rules={required}>
            <CodeEntry {...lengthOf(recallScope.range.properties.first_code)} />
          </Form.Item>
          <Form.Item name="last_code" label={t('recall.last_code')} rules={required} help={t('recall.rangeHint')}>
            <CodeEntry {...lengthOf(recallScope.range.properties.first_code)} />
          </Form.Item>
        </>
      )}
      <Form.Item name="drill" label={t('recall.drill')} rules={required}>
        <Radio.Group
          options={[
            { value: true, label: t('recall.drill') },
            { value: false, label: t('recall.drill.false') },
          ]}
        />
      </Form.Item>
      <Form.Item name="reason" label={t('field.reason')} rules={[{ required: true, whitespace: true }]}>
        <Input.TextArea rows={3} showCount {...textLimit(recallAdd, 'reason')} />
      </Form.Item>
    </FormDialog>
  );
}

function scopeOf(kind: RecallScope, values: FormValues) {
  if (kind === 'work_order') return { work_order_id: values.work_order_id as number };
  if (kind === 'material_lot') return { material_lot: values.material_lot as string };
  if (kind === 'codes') return { codes: codesIn(values.codes as string) };
  if (kind === 'range') return { first_code: values.first_code as string, last_code: values.last_code as string };
  const product = values.product_id as number | null | undefined;
  return { lot: values.lot as string, ...(product ? { product_id: product } : {}) };
}
