import type { Waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { labelSizes, maxPrinted, paperKinds, waybillPaper } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import { Form, InputNumber, Radio, Segmented } from 'antd';
import { download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { FormDialog, type FormValues } from '#ui/dialogs/FormDialog.tsx';

interface PrintForm extends FormValues {
  readonly paper: (typeof paperKinds)[number];
  readonly size?: (typeof labelSizes)[number];
  readonly part?: number;
}

/** 打印: the waybill, its packing list, or one label for each of its pallets, as PDF. */
export default function PrintWaybill({ row: waybill, onClose }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const packages = waybill.lines.reduce((sum, line) => sum + line.packages, 0);
  const parts = Math.ceil(packages / maxPrinted);
  const run = (values: FormValues) => {
    const { paper, size = 'a6', part = 1 } = values as PrintForm;
    return download(waybillPaper, { id: waybill.id, paper, size, part: paper === 'waybill' ? 1 : part });
  };
  return (
    <FormDialog
      title={t('freight.printTitle', { waybill: waybill.waybill_no })}
      okText={t('button.print')}
      initialValues={{ paper: 'waybill', size: 'a6', part: 1 }}
      run={run}
      onClose={onClose}
    >
      <Form.Item name="paper" label={t('freight.paper')}>
        <Radio.Group vertical options={paperKinds.map((one) => ({ value: one, label: t(`freight.paper.${one}`) }))} />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before, after) => before.paper !== after.paper}>
        {({ getFieldValue }) => (
          <>
            {getFieldValue('paper') === 'pallet_labels' && (
              <Form.Item name="size" label={t('freight.paperSize')}>
                <Segmented options={labelSizes.map((one) => ({ value: one, label: one.toUpperCase() }))} />
              </Form.Item>
            )}
            {getFieldValue('paper') !== 'waybill' && parts > 1 && (
              <Form.Item name="part" label={t('freight.paperPart', { parts })} extra={t('freight.paperPartHint')}>
                <InputNumber min={1} max={parts} precision={0} />
              </Form.Item>
            )}
          </>
        )}
      </Form.Item>
    </FormDialog>
  );
}
