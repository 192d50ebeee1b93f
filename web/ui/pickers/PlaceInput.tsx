import { AimOutlined } from '@ant-design/icons';
import { Button, Space, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';

/** The position of a phone. */
export interface PhonePlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}

interface PlaceInputProps {
  readonly value: PhonePlace | undefined;
  readonly onChange: (place: PhonePlace | undefined) => void;
}

/** Requests the position of the phone when the button is pressed. */
export function PlaceInput({ value, onChange }: PlaceInputProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const ask = () => {
    setBusy(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false);
        const { latitude, longitude, accuracy } = coords;
        onChange({ latitude: rounded(latitude), longitude: rounded(longitude), accuracy: Math.round(accuracy) });
      },
      () => {
        setBusy(false);
        notify.error(t('place.notFound'));
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    );
  };
  return (
    <Space wrap>
      {'geolocation' in navigator && (
        <Button size="large" icon={<AimOutlined aria-hidden />} loading={busy} onClick={ask}>
          {t('place.use')}
        </Button>
      )}
      {value && (
        <Tag closable={{ 'aria-label': t('place.forget') }} onClose={() => onChange(undefined)}>
          {`${value.latitude}, ${value.longitude} (±${value.accuracy} m)`}
        </Tag>
      )}
    </Space>
  );
}

/** Rounds to a millionth of a degree, about 10 cm. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
