import { DeleteOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { WaitingPhoto } from '../outbox/outbox.ts';

interface TakenPhotosProps {
  readonly photos: readonly WaitingPhoto[];
  readonly onRemove: (key: string) => void;
}

/** The photos that were taken for a case, small, each of which can be removed before the case is saved. */
export function TakenPhotos({ photos, onRemove }: TakenPhotosProps) {
  const { t } = useTranslation();
  if (photos.length === 0) return null;
  return (
    <ul className="taken-photos" aria-label={t('forensics.taken', { n: photos.length })}>
      {photos.map((photo) => (
        <li key={photo.key}>
          <Small photo={photo} />
          <Button
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('forensics.removePhoto', { name: photo.name })}
            onClick={() => onRemove(photo.key)}
          />
        </li>
      ))}
    </ul>
  );
}

function Small({ photo: { file, name } }: { readonly photo: WaitingPhoto }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address ? <img src={address} alt={name} /> : null;
}
