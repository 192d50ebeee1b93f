import { useEffect } from 'react';
import type { BoxCode } from '../../../../contract/physical/stock.ts';
import { waybillLife } from '../../../../contract/physical/waybill.life.ts';
import { type WaybillStatus, waybill } from '../../../../contract/physical/waybill.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import type { Reference, Row } from '../../../ui/records.ts';

const waybillReference: Reference = {
  page: waybill.page,
  // Only the sender amends a waybill.
  filters: { sends: 'yes' },
  label: (row: Row) => [row.waybill_no, row.dealer_name ?? row.to_warehouse_name].filter(Boolean).join(' · '),
};

interface WaybillChoiceProps {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  /** The scanned goods; a waybill of the first code is proposed. */
  readonly goods: readonly BoxCode[];
}

/** Chooses a shipped waybill that is not closed; by default, one of the first code. */
export function WaybillChoice({ value, onChange, goods }: WaybillChoiceProps) {
  const { t } = useTranslation();
  const proposed = goods[0]?.waybills.find(({ status }) => waybillLife.mayTake('free', status as WaybillStatus))?.id;
  useEffect(() => {
    if (value === undefined && proposed !== undefined) onChange(proposed);
  }, [value, proposed, onChange]);
  return (
    <div className="reason-input">
      <span>{t('field.waybill')}</span>
      <ReferenceSelect
        reference={waybillReference}
        value={value ?? null}
        onChange={(id) => onChange(id as number | undefined)}
        placeholder={t('amend.waybillHint')}
        aria-label={t('field.waybill')}
      />
    </div>
  );
}
