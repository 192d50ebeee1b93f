import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { mostLines, OrderedLine } from '../../../../contract/physical/waybill.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import type { OwnInputProps } from '../../../ui/DataPage/fields.ts';
import { lengthOf, limitsOf } from '../../../ui/limits.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import { productReference } from '../../../ui/pickers/references/productReference.ts';
import './lines.css';
import { CountInput } from '../../../ui/pickers/CountInput.tsx';

const { lot, quantity } = OrderedLine().properties;
type Draft = Partial<OrderedLine>;

/** Input for lines of product, optional lot and number of units. */
export function LinesInput({ id, value, onChange }: OwnInputProps) {
  const { t } = useTranslation();
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
            <Input
              aria-label={t('lines.lotOf', { n })}
              placeholder={t('field.lot_id')}
              value={line.lot ?? ''}
              {...lengthOf(lot)}
              onChange={(event) => change(index, { lot: event.target.value || null })}
            />
            <CountInput
              aria-label={t('lines.quantityOf', { n })}
              placeholder={t('lines.quantity')}
              value={line.quantity ?? null}
              {...limitsOf(quantity)}
              onChange={(quantity) => change(index, quantity === null ? {} : { quantity })}
            />
            <Button
              type="text"
              danger
              aria-label={t('lines.remove', { n })}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => onChange?.(lines.filter((_, place) => place !== index))}
            />
          </div>
        );
      })}
      {lines.length < mostLines && (
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
