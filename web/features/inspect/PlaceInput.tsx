import { AimOutlined } from '@ant-design/icons';
import { Button, Space, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { notify } from '../../core/notices/notices.ts';

/** Where a phone is. */
export interface PhonePlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
}

interface PlaceInputProps {
  readonly value: PhonePlace | undefined;
  readonly onChange: (place: PhonePlace | undefined) => void;
}

/** Asks the phone where it is, when the person says so. */
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
        notify.error(t('inspectrecord.noPosition'));
      },
      { enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 },
    );
  };
  return (
    <Space wrap>
      {'geolocation' in navigator && (
        <Button size="large" icon={<AimOutlined aria-hidden />} loading={busy} onClick={ask}>
          {t('inspectrecord.usePosition')}
        </Button>
      )}
      {value && (
        <Tag closable={{ 'aria-label': t('inspectrecord.forgetPosition') }} onClose={() => onChange(undefined)}>
          {`${value.latitude}, ${value.longitude} (±${value.accuracy} m)`}
        </Tag>
      )}
    </Space>
  );
}

/** A millionth of a degree is a hand's breadth. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
