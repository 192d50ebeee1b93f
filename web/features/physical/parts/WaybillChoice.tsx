import type { BoxCode } from '@suyuan/contract/physical/stock/stock.ts';
import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import type { WaybillStatus } from '@suyuan/contract/physical/waybill/waybill.ts';
import { useEffect } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '#ui/records.ts';
import { waybillReference } from './references.ts';
import './lines.css';

/** Only the sender amends a waybill. */
const sentWaybills: Reference = { ...waybillReference, filters: { sends: 'yes' } };

interface WaybillChoiceProps {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  /** The scanned goods; a waybill of the first code is proposed. */
  readonly goods: readonly BoxCode[];
}

/** Chooses a shipped waybill that is not closed; by default, one of the first code. */
export function WaybillChoice({ value, onChange, goods }: WaybillChoiceProps) {
  const { t } = useTranslation();
  const proposal = goods[0]?.waybills.find(({ status }) => waybillLife.mayTake('free', status as WaybillStatus))?.id;
  useEffect(() => {
    if (value === undefined && proposal !== undefined) onChange(proposal);
  }, [value, proposal, onChange]);
  return (
    <div className="reason-input">
      <span>{t('field.waybill')}</span>
      <ReferenceSelect
        reference={sentWaybills}
        value={value ?? null}
        onChange={(id) => onChange(id as number | undefined)}
        placeholder={t('amend.waybillHint')}
        aria-label={t('field.waybill')}
      />
    </div>
  );
}
