import { maxArrivalPhotos } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { ProofInput } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { lengthOf } from '#ui/limits.ts';
import { type PhonePlace, PlaceInput } from '#ui/pickers/PlaceInput.tsx';
import { PictureUpload } from '#ui/pictures/PictureUpload.tsx';
import { SignaturePad } from './SignaturePad.tsx';
import '../arrival.css';

/** A proof as it is entered. */
export interface ProofDraft {
  readonly receiver: string;
  readonly signature: string | undefined;
  readonly photos: readonly string[];
  readonly place: PhonePlace | undefined;
  readonly note: string;
}

export const emptyProof: ProofDraft = { receiver: '', signature: undefined, photos: [], place: undefined, note: '' };

const isEmpty = ({ receiver, signature, photos, place, note }: ProofDraft): boolean =>
  receiver.trim() === '' && signature === undefined && photos.length === 0 && place === undefined && note.trim() === '';

/** The proof to send: undefined if nothing was entered, null if the name is missing. */
export function proofFrom(draft: ProofDraft): ProofInput | undefined | null {
  if (isEmpty(draft)) return undefined;
  const { receiver, signature, photos, place, note } = draft;
  if (receiver.trim() === '') return null;
  return {
    receiver: receiver.trim(),
    ...(signature === undefined ? {} : { signature }),
    photos: [...photos],
    ...(place ?? {}),
    note: note.trim() || null,
  };
}

interface ProofFieldsProps {
  readonly value: ProofDraft;
  readonly onChange: (draft: ProofDraft) => void;
}

/** Who has taken the goods over, with a drawn signature, photos, and the place if the person gives it. */
export function ProofFields({ value, onChange }: ProofFieldsProps) {
  const { t } = useTranslation();
  const change = (part: Partial<ProofDraft>) => onChange({ ...value, ...part });
  const lacksName = proofFrom(value) === null;
  return (
    <Form layout="vertical" component="div">
      <Unsaved changed={!isEmpty(value)} />
      <Form.Item
        label={t('arrival.receiver')}
        htmlFor="proof-receiver"
        required
        {...(lacksName
          ? { validateStatus: 'error', help: t('datapage.required', { title: t('arrival.receiver') }) }
          : {})}
      >
        <Input
          id="proof-receiver"
          {...lengthOf(ProofInput().properties.receiver)}
          value={value.receiver}
          onChange={({ target }) => change({ receiver: target.value })}
        />
      </Form.Item>
      <Form.Item label={t('arrival.signature')}>
        <SignaturePad onChange={(signature) => change({ signature })} />
      </Form.Item>
      <Form.Item label={t('field.photos')}>
        <PictureUpload value={value.photos} most={maxArrivalPhotos} onChange={(photos) => change({ photos })} />
      </Form.Item>
      <Form.Item label={t('arrival.place')}>
        <PlaceInput value={value.place} onChange={(place) => change({ place })} />
      </Form.Item>
      <Form.Item label={t('freight.note')} htmlFor="proof-note">
        <Input
          id="proof-note"
          {...lengthOf(ProofInput().properties.note)}
          value={value.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </Form.Item>
    </Form>
  );
}
