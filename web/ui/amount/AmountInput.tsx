import { Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Choice } from '../pickers/Choice.tsx';
import { CountInput } from '../pickers/CountInput.tsx';
import { useAmounts, useProductUnits } from './useAmounts.ts';

interface AmountInputProps {
  readonly product: number | undefined;
  /** The number of units. */
  readonly value: number | undefined;
  readonly onChange: (units: number | undefined) => void;
  readonly min: number;
  readonly max: number;
  readonly placeholder: string;
  readonly 'aria-label': string;
}

/** Input for an amount of a product, in its units or in packages; below it is what that is in the other. */
export function AmountInput({ product, value, onChange, min, max, ...texts }: AmountInputProps) {
  const { t } = useTranslation();
  const productUnits = useProductUnits([product]).get(product ?? 0);
  const amount = useAmounts([product]);
  const [choice, setChoice] = useState(1);
  const packages = productUnits?.packages ?? [];
  // Another product is packed in other packages.
  const each = packages.some(({ units }) => units === choice) ? choice : 1;
  const inPackages = value !== undefined && value % each === 0;
  return (
    <div>
      <Space.Compact block>
        <CountInput
          {...texts}
          value={value === undefined ? null : inPackages ? value / each : value}
          min={min}
          max={Math.floor(max / each)}
          onChange={(quantity) => onChange(quantity === null ? undefined : quantity * each)}
          style={{ width: '100%' }}
        />
        {packages.length > 0 && (
          <Choice
            aria-label={t('field.unit')}
            value={inPackages || value === undefined ? each : 1}
            onChange={(next) => {
              if (!next) return;
              // The number stays, and counts in the other unit.
              if (value !== undefined) onChange((inPackages ? value / each : value) * next);
              setChoice(next);
            }}
            options={[
              { value: 1, label: productUnits?.unit ?? t('field.unit') },
              ...packages.map(({ symbol, units }) => ({ value: units, label: `${symbol} (${units})` })),
            ]}
            popupMatchSelectWidth={false}
            style={{ width: 96, flex: 'none' }}
          />
        )}
      </Space.Compact>
      {value !== undefined && packages.length > 0 && (
        <small className="amount-converted">{amount(value, product)}</small>
      )}
    </div>
  );
}
