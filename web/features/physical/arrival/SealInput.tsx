import { SafetyOutlined } from '@ant-design/icons';
import {
  maxArrivalPhotos,
  SealFound,
  type SealState,
  sealStates,
} from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { arrivalSeal } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { Button, Form, Input, Radio, Space, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { lengthOf } from '#ui/limits.ts';
import { PictureUpload } from '#ui/pictures/PictureUpload.tsx';
import type { Desk } from './desk.ts';
import { ShownPhotos } from './ShownPhotos.tsx';

interface SealInputProps {
  readonly desk: Desk;
  readonly again: () => Promise<void>;
}

interface Found {
  readonly state?: SealState;
  readonly found?: string | null;
  readonly note?: string | null;
  readonly photos?: readonly string[];
}

/** The seal of the vehicle: the number that it left with, and how it was found. */
export function SealInput({ desk, again }: SealInputProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { id, seal, seal_no } = desk;
  const save = async ({ state = 'intact', found, note, photos = [] }: Found) => {
    const words = { found: found ?? null, note: note ?? null };
    await call(arrivalSeal, { id, seal: { state, ...words, photos: [...photos] } }, { fieldErrors: true });
    setOpen(false);
    await again();
  };
  const takeBack = async () => {
    await call(arrivalSeal, { id, seal: null });
    await again();
  };
  return (
    <div className="arrival-seal">
      <Space wrap>
        <span>{t('arrival.sealNo', { no: seal_no ?? '—' })}</span>
        {seal && (
          <Tag
            color={seal.state === 'intact' ? 'success' : 'error'}
            closable={{ 'aria-label': t('arrival.sealForget') }}
            onClose={(event) => {
              event.preventDefault();
              void takeBack();
            }}
          >
            {[t(`arrival.sealState.${seal.state}`), seal.found, seal.note].filter(Boolean).join(' · ')}
          </Tag>
        )}
        <Button size="small" icon={<SafetyOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {t('arrival.sealCheck')}
        </Button>
      </Space>
      {seal && <ShownPhotos hashes={seal.photos} />}
      {isOpen && (
        <FormDialog
          title={t('arrival.sealCheck')}
          okText={t('datapage.save')}
          initialValues={{ ...(seal ?? { state: 'intact' }) }}
          run={save}
          onClose={() => setOpen(false)}
        >
          <Form.Item name="state" label={t('arrival.sealNo', { no: seal_no ?? '—' })}>
            <Radio.Group
              optionType="button"
              options={sealStates.map((one) => ({ value: one, label: t(`arrival.sealState.${one}`) }))}
            />
          </Form.Item>
          <Form.Item name="found" label={t('arrival.sealFound')}>
            <Input {...lengthOf(SealFound.found)} />
          </Form.Item>
          <Form.Item name="note" label={t('freight.note')}>
            <Input {...lengthOf(SealFound.note)} />
          </Form.Item>
          <Form.Item name="photos" label={t('field.photos')}>
            <PictureUpload most={maxArrivalPhotos} />
          </Form.Item>
        </FormDialog>
      )}
    </div>
  );
}
