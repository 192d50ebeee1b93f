import { PrinterOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../../../contract/call.ts';
import { symbols } from '../../../../contract/tagging/code-rule.ts';
import { orderDownloads } from '../../../../contract/tagging/order-download.ts';
import {
  labelLayouts,
  labelPages,
  labelTexts,
  mostLabels,
  orderLabels,
} from '../../../../contract/tagging/order-file.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { download, fetchFile } from '../../../core/api/call.ts';
import { type FormValues, showRefusals } from '../../../ui/FormDialog.tsx';
import { type FilesProps, PartItem, quantityOf } from './PartItem.tsx';
import { PurposeItem } from './PurposeItem.tsx';

const initial = {
  symbol: 'qrcode',
  layout: 'sheet',
  page: 'a4',
  width_mm: 50,
  height_mm: 30,
  gap_mm: 2,
  margin_mm: 8,
  font_mm: 2.2,
  from: 1,
  copies: 1,
  texts: ['human'],
};

const asked = { fieldErrors: true, timeoutMs: 300_000 };

const save = (input: InputOf<typeof orderLabels>): Promise<void> => download(orderLabels, input, asked);

/** Opens them in a tab of their own, where the browser shows and prints a PDF. */
async function print(input: InputOf<typeof orderLabels>): Promise<void> {
  // Opened at once: a tab that comes long after the click is a pop-up, and is kept back.
  const tab = window.open('', '_blank');
  if (!tab) return save(input);
  try {
    const { blob } = await fetchFile(orderLabels, input, asked);
    tab.location.href = URL.createObjectURL(blob);
  } catch (error) {
    tab.close();
    throw error;
  }
}

/** Labels as PDF, in the size of the paper that is in the printer. */
export function LabelForm(props: FilesProps) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [form] = Form.useForm<FormValues>();
  const [busy, setBusy] = useState(false);
  const { order, part } = props;
  const layout = Form.useWatch('layout', form) ?? initial.layout;
  const texts = (Form.useWatch('texts', form) ?? initial.texts) as string[];
  const quantity = quantityOf(props);
  const draw = async (values: FormValues, hand: (input: InputOf<typeof orderLabels>) => Promise<void>) => {
    setBusy(true);
    try {
      const { texts: lines, text, ...rest } = values;
      const input = {
        ...rest,
        id: order.id,
        ...(part === undefined ? {} : { part_id: part }),
        ...((lines as string[]).length > 0 ? { texts: (lines as string[]).join(',') } : {}),
        ...(text ? { text } : {}),
      } as InputOf<typeof orderLabels>;
      await hand(input);
      await queries.invalidateQueries({ queryKey: [orderDownloads.path, order.id] });
    } catch (error) {
      if (error instanceof ApiError) showRefusals(form, error);
    } finally {
      setBusy(false);
    }
  };
  const millimetres = (name: `${'width' | 'height' | 'gap' | 'margin' | 'font'}_mm`, min: number, max: number) => (
    <Form.Item
      name={name}
      label={t(`tagging.label.${name}`)}
      rules={[{ required: true, message: t('datapage.required', { title: t(`tagging.label.${name}`) }) }]}
    >
      <InputNumber min={min} max={max} step={0.5} suffix="mm" style={{ width: '100%' }} />
    </Form.Item>
  );
  return (
    <Form
      name="labels"
      form={form}
      layout="vertical"
      initialValues={{
        ...initial,
        symbol: order.symbol,
        count: Math.min(100, quantity),
      }}
      onFinish={(values) => void draw(values, save)}
    >
      <PartItem {...props} />
      <div className="tagging-pair">
        <Form.Item name="symbol" label={t('coderule.symbol')}>
          <Select options={symbols.map((value) => ({ value, label: t(`coderule.symbol.${value}`) }))} />
        </Form.Item>
        <Form.Item name="layout" label={t('tagging.label.layout')}>
          <Radio.Group
            optionType="button"
            options={labelLayouts.map((value) => ({ value, label: t(`tagging.label.layout.${value}`) }))}
          />
        </Form.Item>
      </div>
      <div className="tagging-fields">
        {millimetres('width_mm', 10, 300)}
        {millimetres('height_mm', 8, 420)}
        {layout === 'sheet' && (
          <>
            <Form.Item name="page" label={t('tagging.label.page')}>
              <Select options={labelPages.map((value) => ({ value, label: t(`tagging.label.page.${value}`) }))} />
            </Form.Item>
            {millimetres('gap_mm', 0, 20)}
            {millimetres('margin_mm', 0, 40)}
          </>
        )}
        {millimetres('font_mm', 1, 12)}
      </div>
      <Form.Item name="texts" label={t('tagging.label.texts')}>
        <Select
          mode="multiple"
          options={labelTexts.map((value) => ({ value, label: t(`tagging.label.texts.${value}`) }))}
        />
      </Form.Item>
      {texts.includes('text') && (
        <Form.Item name="text" label={t('tagging.label.texts.text')}>
          <Input maxLength={64} />
        </Form.Item>
      )}
      <div className="tagging-fields">
        <Form.Item name="from" label={t('tagging.label.from')}>
          <InputNumber min={1} max={quantity} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="count"
          label={t('tagging.label.count')}
          extra={t('tagging.label.countHint', { limit: mostLabels.toLocaleString(i18n.language) })}
          rules={[{ required: true, message: t('datapage.required', { title: t('tagging.label.count') }) }]}
        >
          <InputNumber min={1} max={mostLabels} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="copies" label={t('tagging.label.copies')}>
          <Select options={[1, 2, 3, 4].map((value) => ({ value, label: `${value}` }))} />
        </Form.Item>
      </div>
      <PurposeItem />
      <div className="tagging-row">
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('tagging.label.make')}
        </Button>
        <Button
          icon={<PrinterOutlined aria-hidden />}
          disabled={busy}
          onClick={() =>
            void form.validateFields().then(
              (values) => draw(values, print),
              // What is missing is said beside its item.
              () => undefined,
            )
          }
        >
          {t('tagging.label.print')}
        </Button>
      </div>
    </Form>
  );
}
