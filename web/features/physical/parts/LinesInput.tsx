import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { maxLines, OrderedLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import { Button, Form } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { AmountInput } from '#ui/amount/AmountInput.tsx';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import { limitsOf } from '#ui/limits.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { LineAvailable } from './LineAvailable.tsx';
import { LotInput } from './LotInput.tsx';
import './lines.css';

const { quantity } = OrderedLine().properties;
type Draft = { readonly [K in keyof OrderedLine]?: OrderedLine[K] | undefined };

/** Input for lines of product, optional lot and amount. */
export function LinesInput({ id, value, onChange }: OwnInputProps) {
  const { t } = useTranslation();
  // Of a waybill; a return comes from elsewhere.
  const from = Form.useWatch<number | undefined>('from_warehouse_id');
  const number = Form.useWatch<string | undefined>('waybill_no');
  const lines = (value as readonly Draft[] | undefined) ?? [];
  const change = (index: number, part: Draft) =>
    onChange?.(lines.map((line, place) => (place === index ? { ...line, ...part } : line)));
  return (
    <div className="lines-input">
      {lines.map((line, index) => {
        const n = index + 1;
        return (
          // A line is identified by its index.
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other key
          <div key={index} className="lines-input-row">
            <ReferenceSelect
              reference={productReference}
              value={line.product_id ?? null}
              onChange={(product_id) =>
                change(index, product_id === undefined ? {} : { product_id: product_id as number })
              }
              placeholder={t('field.product')}
              aria-label={t('lines.productOf', { n })}
            />
            <LotInput
              warehouse={from}
              product={line.product_id}
              aria-label={t('lines.lotOf', { n })}
              placeholder={t('field.lot_id')}
              value={line.lot}
              onChange={(lot) => change(index, { lot })}
            />
            <AmountInput
              product={line.product_id}
              aria-label={t('lines.quantityOf', { n })}
              placeholder={t('lines.quantity')}
              value={line.quantity}
              min={1}
              max={1_000_000_000}
              {...limitsOf(quantity)}
              onChange={(quantity) => change(index, { quantity })}
            />
            <Button
              type="text"
              danger
              aria-label={t('lines.remove', { n })}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => onChange?.(lines.filter((_, place) => place !== index))}
            />
            {from !== undefined && line.product_id !== undefined && (
              <LineAvailable
                warehouse={from}
                product={line.product_id}
                lot={line.lot}
                quantity={line.quantity}
                besides={number}
              />
            )}
          </div>
        );
      })}
      {lines.length < maxLines && (
        <Button
          {...(id === undefined ? {} : { id })}
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange?.([...lines, {}])}
        >
          {t('lines.add')}
        </Button>
      )}
    </div>
  );
}
