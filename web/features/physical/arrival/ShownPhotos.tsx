import { Image } from 'antd';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Photos as thumbnails, which open as a whole. */
export function ShownPhotos({ hashes }: { readonly hashes: readonly string[] }) {
  const { t } = useTranslation();
  if (hashes.length === 0) return null;
  return (
    <div className="arrival-photos">
      {hashes.map((hash, index) => (
        <Image
          key={hash}
          src={pictureAddress(hash, 'thumb')}
          alt={t('picture.nth', { n: index + 1 })}
          preview={{ src: pictureAddress(hash) }}
          width={64}
          height={64}
        />
      ))}
    </div>
  );
}
