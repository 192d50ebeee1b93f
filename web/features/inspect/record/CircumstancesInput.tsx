import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import { textLimit } from '#ui/limits.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { type PhonePlace, PlaceInput } from '#ui/pickers/PlaceInput.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';

/** The circumstances of an inspection: place, dealer and note. */
export interface Circumstances {
  readonly place: PhonePlace | undefined;
  readonly area: string | undefined;
  readonly dealer: number | undefined;
  readonly note: string;
}

interface CircumstancesInputProps {
  readonly value: Circumstances;
  /** Called with the changed values only: the position can arrive late, when other values have changed. */
  readonly onChange: (change: Partial<Circumstances>) => void;
}

export function CircumstancesInput({ value: { place, area, dealer, note }, onChange }: CircumstancesInputProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="wide">
        <PlaceInput value={place} onChange={(phone) => onChange({ place: phone })} />
      </div>
      <label htmlFor="inspect-area">
        <span>{t('inspectrecord.areaFound')}</span>
        <AreaPicker
          id="inspect-area"
          value={area}
          onChange={(value) => onChange({ area: (value as string | null) ?? undefined })}
        />
      </label>
      <label htmlFor="inspect-dealer">
        <span>{t('inspectrecord.dealer')}</span>
        <ReferenceSelect
          id="inspect-dealer"
          reference={dealerReference}
          value={dealer ?? null}
          onChange={(id) => onChange({ dealer: id })}
        />
      </label>
      <label htmlFor="inspect-note" className="wide">
        <span>{t('field.note')}</span>
        <Input.TextArea
          id="inspect-note"
          autoSize={{ minRows: 1, maxRows: 4 }}
          value={note}
          {...textLimit(inspectAdd, 'note')}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
    </>
  );
}
