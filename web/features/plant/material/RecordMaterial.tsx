import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { materialLabelRead, materialUseAdd } from '@suyuan/contract/plant/material/material-use.ts';
import { Alert, Form, type FormInstance, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { PartySelect } from '#ui/certificates/PartySelect.tsx';
import { CodeText } from '#ui/code/CodeText.tsx';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';
import { materialReference } from '#ui/pickers/baseReferences.ts';
import { ScanField } from '#ui/scan/desk/DeskScans.tsx';
import { LotItems } from './LotItems.tsx';

type Label = OutputOf<typeof materialLabelRead>;

interface RecordMaterialProps {
  readonly order: { readonly id: number; readonly order_no: string };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Records the use of a material lot for an order, by scanning its label or by hand. */
export function RecordMaterial({ order, onClose, onDone }: RecordMaterialProps) {
  const { t } = useTranslation();
  const scanner = useRef<InputRef>(null);
  const [labelData, setLabelData] = useState<Label & { text: string }>();
  const scan = async (form: FormInstance<FormValues>, text: string) => {
    const label = await call(materialLabelRead, { label: text }).catch(() => undefined);
    if (!label) return;
    setLabelData({ ...label, text });
    const { material_id, material_lot, amount, unit, expiry_date, supplier } = label;
    const values = {
      material_id,
      material_lot,
      amount: isCountOnly(label) ? null : amount,
      unit,
      expiry_date,
      supplier,
    };
    form.setFieldsValue(values);
    const emptyField = (['material_id', 'material_lot', 'amount'] as const).find((key) => values[key] === null);
    if (emptyField) form.focusField(emptyField);
  };
  const run = async (formValues: FormValues) => {
    const values = Object.fromEntries(
      Object.entries(formValues).filter(([, value]) => value !== undefined && value !== null && value !== ''),
    );
    const input = { work_order_id: order.id, ...values, ...(labelData ? { label: labelData.text } : {}) };
    await call(materialUseAdd, input as InputOf<typeof materialUseAdd>, { fieldErrors: true });
    notify.success(t('datapage.saved'));
    onDone();
  };
  return (
    <FormDialog
      title={`${t('materialuse.add')} · ${order.order_no}`}
      okText={t('datapage.save')}
      run={run}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ScanField
            label={t('materialuse.scan')}
            placeholder={t('materialuse.scanHint')}
            field={scanner}
            onScan={([text]) => text && void scan(form, text)}
          />
          <Notices read={labelData} />
          <Form.Item
            name="material_id"
            label={t('materialuse.material')}
            rules={[{ required: true, message: t('datapage.required', { title: t('materialuse.material') }) }]}
          >
            <PartySelect
              reference={materialReference}
              named={labelData?.material_name && `${labelData.material_name} (${labelData.material_code})`}
            />
          </Form.Item>
          <LotItems hints={{ supplier: t('materialuse.supplierHint') }} />
        </>
      )}
    </FormDialog>
  );
}

/** Pieces of a material that is not counted: how much that is, the label does not say. */
const isCountOnly = ({ amount, unit, material_id }: Label): boolean =>
  amount !== null && unit === null && material_id !== null;

/** Warnings about a label, shown before it is recorded. */
function Notices({ read }: { read: Label | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="material-notices" aria-live="polite">
      {read?.gtin && read.material_id === null && (
        <Alert type="warning" showIcon title={t('materialuse.unknownGtin', { gtin: read.gtin })} />
      )}
      {read && read.unread.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={t('materialuse.unread')}
          description={
            <ul>
              {read.unread.map(({ text, message }) => (
                <li key={text + message}>
                  <CodeText code={text} /> {message}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {read && isCountOnly(read) && (
        <Alert type="info" showIcon title={t('materialuse.countOnly', { count: read.amount })} />
      )}
      {read?.expired && (
        <Alert
          type="error"
          showIcon
          title={t('materialuse.expired', { day: read.expiry_date })}
          description={t('materialuse.expiredReasonHint')}
        />
      )}
    </div>
  );
}
