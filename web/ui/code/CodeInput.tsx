import { CameraOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Input, Space, Upload } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codesIn } from './codesIn.ts';

const CameraScanner = lazy(() => import('./CameraScanner.tsx'));

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** With the text as it is then: a scanner's Enter comes before the next rendering. */
  readonly onSubmit: (text: string) => void;
  readonly label: string;
}

const canUseCamera = (): boolean => 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator;

/** Takes codes from a keyboard, a scanner that types, a pasted list, a text file or the camera. */
export function CodeInput({ value, onChange, onSubmit, label }: CodeInputProps) {
  const { t } = useTranslation();
  const [scanning, setScanning] = useState(false);
  const append = (codes: string) => onChange([...codesIn(value), ...codesIn(codes)].join('\n'));
  return (
    <div>
      <Input.TextArea
        aria-label={label}
        placeholder={t('codeInput.placeholder')}
        autoSize={{ minRows: 3, maxRows: 10 }}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onPressEnter={(event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          onSubmit(event.currentTarget.value);
        }}
        style={{ fontFamily: 'var(--font-code)' }}
        spellCheck={false}
      />
      <Space style={{ marginTop: 8 }} wrap>
        <Button type="primary" onClick={() => onSubmit(value)} disabled={value.trim() === ''}>
          {t('codeInput.submit')}
        </Button>
        <Upload
          accept=".txt,.csv"
          showUploadList={false}
          beforeUpload={(file) => {
            void file.text().then(append);
            return false;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />}>{t('codeInput.file')}</Button>
        </Upload>
        {canUseCamera() && (
          <Button icon={<CameraOutlined aria-hidden />} aria-pressed={scanning} onClick={() => setScanning(!scanning)}>
            {t('codeInput.camera')}
          </Button>
        )}
      </Space>
      {scanning && (
        <Suspense>
          <CameraScanner onCode={append} />
        </Suspense>
      )}
    </div>
  );
}
