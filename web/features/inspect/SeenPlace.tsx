import { useTranslation } from '#core/i18n/useTranslation.ts';

interface SeenPlaceProps {
  readonly province: string;
  readonly city: string;
  /** Told by the consumer, in degrees. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Where a code was seen: the province of the place that the consumer gave, with its position, or the region of the address. */
export function SeenPlace({ province, city, latitude, longitude }: SeenPlaceProps) {
  const { t } = useTranslation();
  if (latitude === null || longitude === null) {
    return <span>{[province, city].filter(Boolean).join(' ') || t('queryconsumerwarning.nowhere')}</span>;
  }
  return (
    <>
      <span>{[province, `(${latitude}, ${longitude})`].filter(Boolean).join(' ')}</span>
      <span>{t('queryconsumerwarning.told')}</span>
    </>
  );
}
