import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forensicAdd } from '../../../../contract/inspect/forensic-case.ts';
import { notify } from '../../../core/notices/notices.ts';
import { AreaPicker } from '../../../ui/area/AreaPicker.tsx';
import { CodeField } from '../../../ui/code/CodeField.tsx';
import type { DialogProps } from '../../../ui/DataPage/fields.ts';
import { EditDialog } from '../../../ui/dialogs/EditDialog.tsx';
import { EditForm } from '../../../ui/edit/EditForm.tsx';
import { Unsaved } from '../../../ui/edit/unsavedScope.tsx';
import { useEntered } from '../../../ui/edit/useEntered.ts';
import { textLimit } from '../../../ui/limits.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import { dealerReference } from '../../../ui/pickers/references/dealerReference.ts';
import { OfflineNotice } from '../outbox/OfflineNotice.tsx';
import type { WaitingPhoto } from '../outbox/outbox.ts';
import { useOutbox } from '../outbox/useOutbox.ts';
import { type PhonePlace, PlaceInput } from '../PlaceInput.tsx';
import { PhotoInput } from './PhotoInput.tsx';
import '../inspect.css';

/** A new case: kept on the phone first, and sent from there, now or when the network is back. */
export default function NewCase({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const [code, setCode] = useState('');
  const [position, setPosition] = useState<PhonePlace>();
  const [area, setArea] = useState<string>();
  const [dealer, setDealer] = useState<number>();
  const [place, setPlace] = useState('');
  const [note, setNote] = useState('');
  const [photos, setPhotos] = useState<readonly WaitingPhoto[]>([]);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const facts = {
        code: code.trim() || null,
        place: place.trim() || null,
        note: note.trim() || null,
        area_code: area ?? null,
        dealer_id: dealer ?? null,
        position: position ?? null,
        found_at: new Date().toISOString(),
      };
      await outbox.add({ key: crypto.randomUUID(), facts, photos });
      notify.success(t('forensics.kept'));
      onDone();
    } catch {
      notify.error(t('forensics.notKept'));
    } finally {
      setBusy(false);
    }
  };
  const entered = useEntered({ code: code.trim(), place: place.trim(), note: note.trim(), area, dealer, position });
  return (
    <EditDialog
      title={t('forensics.new')}
      okText={t('forensics.save', { n: photos.length })}
      busy={isBusy}
      onOk={() => void save()}
      onClose={onClose}
    >
      <Unsaved changed={photos.length > 0 || entered.changed} />
      <EditForm className="inspect-desk" onFinish={() => void save()}>
        <div className="wide">
          <OfflineNotice />
        </div>
        <div className="wide inspect-photo">
          <PhotoInput onPhotos={(more) => setPhotos([...photos, ...more])} />
          {photos.length > 0 && <p>{t('forensics.taken', { n: photos.length })}</p>}
        </div>
        <div className="wide">
          <CodeField size="large" label={t('forensics.codeFound')} value={code} onChange={setCode} />
        </div>
        <div className="wide">
          <PlaceInput value={position} onChange={setPosition} />
        </div>
        <label htmlFor="case-place" className="wide">
          <span>{t('forensics.place')}</span>
          <Input
            id="case-place"
            value={place}
            {...textLimit(forensicAdd, 'place')}
            onChange={(event) => setPlace(event.target.value)}
          />
        </label>
        <label htmlFor="case-area" className="wide">
          <span>{t('field.area')}</span>
          <AreaPicker
            id="case-area"
            value={area}
            onChange={(value) => setArea((value as string | null) ?? undefined)}
          />
        </label>
        <label htmlFor="case-dealer" className="wide">
          <span>{t('forensics.dealerConcerned')}</span>
          <ReferenceSelect id="case-dealer" reference={dealerReference} value={dealer ?? null} onChange={setDealer} />
        </label>
        <label htmlFor="case-note" className="wide">
          <span>{t('forensics.note')}</span>
          <Input.TextArea
            id="case-note"
            autoSize={{ minRows: 2, maxRows: 6 }}
            value={note}
            {...textLimit(forensicAdd, 'note')}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
      </EditForm>
    </EditDialog>
  );
}
