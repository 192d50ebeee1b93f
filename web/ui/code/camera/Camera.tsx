import { CameraOutlined } from '@ant-design/icons';
import { Button, type ButtonProps } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';

const CameraScanner = later(() => import('./CameraScanner.tsx'));

/** Browsers offer cameras in secure contexts only (HTTPS or localhost). */
const canUseCamera = (): boolean => 'mediaDevices' in navigator;

interface Filming {
  readonly isFilming: boolean;
}

interface CameraButtonProps extends Filming {
  readonly className?: string;
  readonly size?: ButtonProps['size'];
  readonly disabled?: boolean;
  readonly children?: ReactNode;
  readonly onFilming: (isFilming: boolean) => void;
}

/** Turns the camera on and off; renders nothing if there can be none. */
export function CameraButton({ isFilming, onFilming, ...button }: CameraButtonProps) {
  const { t } = useTranslation();
  if (!canUseCamera()) return null;
  return (
    <Button
      {...button}
      icon={<CameraOutlined aria-hidden />}
      aria-label={t('codeInput.camera')}
      aria-pressed={isFilming}
      onClick={() => onFilming(!isFilming)}
    />
  );
}

/** The picture of the camera, while it is on. */
export function CameraView({ isFilming, onCode }: Filming & { readonly onCode: (code: string) => void }) {
  return isFilming ? (
    <Suspense>
      <CameraScanner onCode={onCode} />
    </Suspense>
  ) : null;
}
