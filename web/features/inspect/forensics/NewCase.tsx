import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { AreaPicker } from '#ui/area/AreaPicker.tsx';
import { CodeField } from '#ui/code/CodeField.tsx';
import type { DialogProps } from '#ui/DataPage/fields.ts';
import { EditDialog } from '#ui/dialogs/EditDialog.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { textLimit } from '#ui/limits.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { type PhonePlace, PlaceInput } from '#ui/pickers/PlaceInput.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { OfflineNotice } from '../outbox/OfflineNotice.tsx';
import type { WaitingCase, WaitingPhoto } from '../outbox/outbox.ts';
import { useOutbox } from '../outbox/useOutbox.ts';
import { PhotoInput } from './PhotoInput.tsx';
import { TakenPhotos } from './TakenPhotos.tsx';
import '../inspect.css';

/** The values of the form. */
export interface Facts {
  readonly code: string;
  readonly position: PhonePlace | undefined;
  readonly area: string | undefined;
  readonly dealer: number | undefined;
  readonly place: string;
  readonly note: string;
}
const noFacts: Facts = {
  code: '',
  position: undefined,
  area: undefined,
  dealer: undefined,
  place: '',
  note: '',
};

const trimmed = (facts: Facts): Facts => ({
  ...facts,
  code: facts.code.trim(),
  place: facts.place.trim(),
  note: facts.note.trim(),
});

function sentOf(facts: Facts): NonNullable<WaitingCase['facts']> {
  const { code, place, note, area, dealer, position } = trimmed(facts);
  return {
    code: code || null,
    place: place || null,
    note: note || null,
    area_code: area ?? null,
    dealer_id: dealer ?? null,
    position: position ?? null,
    found_at: new Date().toISOString(),
  };
}

interface NewCaseProps extends DialogProps {
  /** What is known already, as of an inspection. */
  readonly known?: Partial<Facts>;
  /** The inspection and the case that it is evidence for. */
  readonly links?: { readonly inspect_id?: number; readonly case_id?: number };
}

/** A form for new evidence. It is stored on the phone first and sent from there, at once or when there is a network again. */
export default function NewCase({ known = {}, links = {}, onClose, onDone }: NewCaseProps) {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const [facts, setFacts] = useState<Facts>({ ...noFacts, ...known });
  const change = (more: Partial<Facts>) => setFacts((now) => ({ ...now, ...more }));
  const [photos, setPhotos] = useState<readonly WaitingPhoto[]>([]);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const { code, place, note } = trimmed(facts);
    if (photos.length === 0 && !code && !place && !note) return notify.error(t('forensics.nothing'));
    setBusy(true);
    try {
      await outbox.add({ key: crypto.randomUUID(), facts: { ...sentOf(facts), ...links }, photos });
      notify.success(t('forensics.kept'));
      onDone();
    } catch {
      notify.error(t('forensics.notKept'));
    } finally {
      setBusy(false);
    }
  };
  const entry = useEntered(trimmed(facts));
  return (
    <EditDialog
      title={t('forensics.new')}
      okText={t('forensics.save', { n: photos.length })}
      busy={isBusy}
      onOk={() => void save()}
      onClose={onClose}
    >
      <Unsaved changed={photos.length > 0 || entry.changed} />
      <EditForm className="inspect-desk" onFinish={() => void save()}>
        <div className="wide">
          <OfflineNotice />
        </div>
        <div className="wide inspect-photo">
          <PhotoInput onPhotos={(more) => setPhotos([...photos, ...more])} />
          <TakenPhotos
            photos={photos}
            onRemove={(photoKey) => setPhotos(photos.filter(({ key }) => key !== photoKey))}
          />
        </div>
        <FactsInput value={facts} onChange={change} />
      </EditForm>
    </EditDialog>
  );
}

interface FactsInputProps {
  readonly value: Facts;
  /** Called with the changed values only: the position can arrive late, when other values have changed. */
  readonly onChange: (change: Partial<Facts>) => void;
}

function FactsInput({ value: { code, position, area, dealer, place, note }, onChange }: FactsInputProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="wide">
        <CodeField
          size="large"
          label={t('forensics.codeFound')}
          value={code}
          onChange={(text) => onChange({ code: text })}
        />
      </div>
      <div className="wide">
        <PlaceInput value={position} onChange={(phone) => onChange({ position: phone })} />
      </div>
      <label htmlFor="case-place" className="wide">
        <span>{t('forensics.place')}</span>
        <Input
          id="case-place"
          value={place}
          {...textLimit(forensicAdd, 'place')}
          onChange={(event) => onChange({ place: event.target.value })}
        />
      </label>
      <label htmlFor="case-area" className="wide">
        <span>{t('field.area')}</span>
        <AreaPicker
          id="case-area"
          value={area}
          onChange={(value) => onChange({ area: (value as string | null) ?? undefined })}
        />
      </label>
      <label htmlFor="case-dealer" className="wide">
        <span>{t('forensics.dealerConcerned')}</span>
        <ReferenceSelect
          id="case-dealer"
          reference={dealerReference}
          value={dealer ?? null}
          onChange={(id) => onChange({ dealer: id })}
        />
      </label>
      <label htmlFor="case-note" className="wide">
        <span>{t('forensics.note')}</span>
        <Input.TextArea
          id="case-note"
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={note}
          {...textLimit(forensicAdd, 'note')}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </label>
    </>
  );
}
