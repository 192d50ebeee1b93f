import { CameraOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../core/navigation/later.tsx';

const CameraScanner = later(() => import('../../ui/code/CameraScanner.tsx'));

export const canUseCamera = (): boolean => 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator;

/** With a keyboard or a scanner that types; on a phone a field that is focused brings up keys over half of the screen. */
const isAtDesk = (): boolean => matchMedia('(pointer: fine)').matches;

interface CodeScanProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  /** Enter was pressed, or the camera read a code. */
  readonly onCode?: (code: string) => void;
  /** Whether the camera is on, where another button turns it on as well. */
  readonly filming?: boolean;
  readonly onFilming?: (isFilming: boolean) => void;
}

/** One code: typed, pasted, scanned by a scanner that types, or read by the camera. */
export function CodeScan({ label, value, onChange, onCode, ...camera }: CodeScanProps) {
  const { t } = useTranslation();
  const [isOwnOn, setOwn] = useState(false);
  const { filming: isFilming = isOwnOn, onFilming: setFilming = setOwn } = camera;
  const take = (code: string) => {
    onChange(code);
    onCode?.(code);
  };
  return (
    <div>
      <Space.Compact block>
        <Input
          aria-label={label}
          placeholder={label}
          value={value}
          size="large"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={isAtDesk()}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            const code = event.currentTarget.value.trim();
            if (code !== '') take(code);
          }}
        />
        {canUseCamera() && (
          <Button
            className="code-scan-camera"
            size="large"
            icon={<CameraOutlined aria-hidden />}
            aria-label={t('codeInput.camera')}
            aria-pressed={isFilming}
            onClick={() => setFilming(!isFilming)}
          />
        )}
      </Space.Compact>
      {isFilming && (
        <Suspense>
          <CameraScanner
            onCode={(code) => {
              setFilming(false);
              take(code);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
