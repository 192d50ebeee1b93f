import { symbols } from '@suyuan/contract/tagging/code-rule.ts';
import {
  labelCopies,
  labelLayouts,
  labelPages,
  labelTexts,
  maxLabels,
  orderLabels,
} from '@suyuan/contract/tagging/order-file.ts';
import { Form, Input, InputNumber, Radio } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { numberLimits, textLimit } from '#ui/limits.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import { CountInput } from '#ui/pickers/CountInput.tsx';

/** Form items for the symbol and the paper. */
export function ShapeItems() {
  const { t } = useTranslation();
  const layout = Form.useWatch('layout');
  return (
    <>
      <div className="tagging-pair">
        <Form.Item name="symbol" label={t('coderule.symbol')}>
          <Choice options={symbols.map((value) => ({ value, label: t(`coderule.symbol.${value}`) }))} />
        </Form.Item>
        <Form.Item name="layout" label={t('tagging.label.layout')}>
          <Radio.Group
            optionType="button"
            options={labelLayouts.map((value) => ({ value, label: t(`tagging.label.layout.${value}`) }))}
          />
        </Form.Item>
      </div>
      <div className="tagging-fields">
        <Millimetres name="width_mm" />
        <Millimetres name="height_mm" />
        {layout !== 'roll' && (
          <>
            <Form.Item name="page" label={t('tagging.label.page')}>
              <Choice options={labelPages.map((value) => ({ value, label: t(`tagging.label.page.${value}`) }))} />
            </Form.Item>
            <Millimetres name="gap_mm" />
            <Millimetres name="margin_mm" />
          </>
        )}
        <Millimetres name="font_mm" />
      </div>
    </>
  );
}

function Millimetres({ name }: { name: `${'width' | 'height' | 'gap' | 'margin' | 'font'}_mm` }) {
  const { t } = useTranslation();
  const title = t(`tagging.label.${name}`);
  return (
    <Form.Item name={name} label={title} rules={[{ required: true, message: t('datapage.required', { title }) }]}>
      <InputNumber {...numberLimits(orderLabels, name)} step={0.5} suffix="mm" style={{ width: '100%' }} />
    </Form.Item>
  );
}

/** Form items for the text below the symbol. */
export function TextItems() {
  const { t } = useTranslation();
  const texts: readonly string[] = Form.useWatch('texts') ?? [];
  return (
    <>
      <Form.Item name="texts" label={t('tagging.label.texts')}>
        <Choice
          mode="multiple"
          options={labelTexts.map((value) => ({ value, label: choiceText(t, 'tagging.label.texts', value) }))}
        />
      </Form.Item>
      {texts.includes('text') && (
        <Form.Item name="text" label={t('tagging.label.texts.text')}>
          <Input {...textLimit(orderLabels, 'text')} />
        </Form.Item>
      )}
    </>
  );
}

/** Form items for the range of labels, and the number of copies. */
export function RunItems({ quantity, next }: { readonly quantity: number; readonly next: number | undefined }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const title = t('tagging.label.count');
  return (
    <div className="tagging-fields">
      <Form.Item name="from" label={t('tagging.label.from')}>
        <CountInput
          min={1}
          max={quantity}
          placeholder={next === undefined ? '' : numbers.count(next)}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <Form.Item
        name="count"
        label={title}
        extra={t('tagging.label.countHint', { limit: numbers.count(maxLabels) })}
        rules={[{ required: true, message: t('datapage.required', { title }) }]}
      >
        <CountInput {...numberLimits(orderLabels, 'count')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="copies" label={t('tagging.label.copies')}>
        <Choice options={labelCopies.map((value) => ({ value, label: `${value}` }))} />
      </Form.Item>
    </div>
  );
}
