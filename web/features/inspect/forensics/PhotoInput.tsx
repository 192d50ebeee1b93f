import { CameraOutlined } from '@ant-design/icons';
import { largestPicture } from '@suyuan/contract/picture.ts';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { WaitingPhoto } from '../outbox/outbox.ts';

/** Takes photos with the phone's camera, or from its album. */
export function PhotoInput({ onPhotos }: { readonly onPhotos: (photos: readonly WaitingPhoto[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: readonly File[]) => {
    const small = files.filter(({ size }) => size <= largestPicture);
    if (small.length < files.length) notify.error(t('picture.tooLarge'));
    if (small.length > 0) onPhotos(small.map((file) => ({ key: crypto.randomUUID(), name: file.name, file })));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        style={{ display: 'none' }}
        aria-label={t('forensics.takePhoto')}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button size="large" block icon={<CameraOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t('forensics.takePhoto')}
      </Button>
    </>
  );
}
