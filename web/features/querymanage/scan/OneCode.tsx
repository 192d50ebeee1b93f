import { CameraOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../../../core/navigation/later.tsx';

const CameraScanner = later(() => import('../../../ui/code/CameraScanner.tsx'));

const canUseCamera = (): boolean => 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator;

/** Takes one code from a keyboard, a scanner that types, or the camera. */
export function OneCode({ label, onAsk }: { readonly label: string; readonly onAsk: (code: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [scanning, setScanning] = useState(false);
  const ask = (text: string) => {
    const code = text.trim();
    if (code !== '') onAsk(code);
  };
  const seen = (code: string) => {
    setScanning(false);
    setTyped(code);
    ask(code);
  };
  return (
    <div>
      <Space.Compact block>
        <Input
          aria-label={label}
          placeholder={t('customerinquire.placeholder')}
          value={typed}
          maxLength={2048}
          allowClear
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          // A scanner's Enter comes before the next rendering.
          onPressEnter={(event) => ask(event.currentTarget.value)}
          style={{ fontFamily: 'var(--font-code)' }}
        />
        {canUseCamera() && (
          <Button
            icon={<CameraOutlined />}
            aria-label={t('codeInput.camera')}
            aria-pressed={scanning}
            onClick={() => setScanning(!scanning)}
          />
        )}
        <Button type="primary" disabled={typed.trim() === ''} onClick={() => ask(typed)}>
          {t('codeInput.submit')}
        </Button>
      </Space.Compact>
      {scanning && (
        <Suspense>
          <CameraScanner onCode={seen} />
        </Suspense>
      )}
    </div>
  );
}
