import { UploadOutlined } from '@ant-design/icons';
import { Button, Input, Space, Upload } from 'antd';
import { useState } from 'react';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CameraButton, CameraView } from './camera/Camera.tsx';
import { codesIn, linesIn } from './codesIn.ts';
import '../ui.css';

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called with the distinct codes, at most `most`. How many were left out is shown. */
  readonly onSubmit: (codes: readonly string[]) => void;
  readonly most: number;
  readonly label: string;
}

/** Input for many codes: typed, by a scanner that acts as a keyboard, pasted, from a text file or by the camera. */
export function CodeInput({ value, onChange, onSubmit, most, label }: CodeInputProps) {
  const { t } = useTranslation();
  const [isFilming, setFilming] = useState(false);
  const { count } = useNumbers();
  const [rest, setRest] = useState({ repeated: 0, beyond: 0 });
  const append = (codes: string) => onChange([...codesIn(value), ...codesIn(codes)].join('\n'));
  /** Takes the text of the event, because the Enter of a scanner comes before the next render. */
  const submit = (text: string) => {
    const lines = linesIn(text);
    const codes = [...new Set(lines)];
    setRest({ repeated: lines.length - codes.length, beyond: Math.max(0, codes.length - most) });
    if (codes.length > 0) onSubmit(codes.slice(0, most));
  };
  /** The codes of a file are submitted at once. */
  const take = (content: string) => {
    const text = [...codesIn(value), ...linesIn(content)].join('\n');
    onChange(text);
    submit(text);
  };
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
          submit(event.currentTarget.value);
        }}
        style={{ fontFamily: 'var(--font-code)' }}
        spellCheck={false}
      />
      <Space style={{ marginTop: 8 }} wrap>
        <Button type="primary" onClick={() => submit(value)} disabled={value.trim() === ''}>
          {t('codeInput.submit')}
        </Button>
        <Upload
          accept=".txt,.csv"
          showUploadList={false}
          beforeUpload={(file) => {
            void file.text().then(take);
            return false;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden />}>{t('codeInput.file')}</Button>
        </Upload>
        <CameraButton isFilming={isFilming} onFilming={setFilming}>
          {t('codeInput.camera')}
        </CameraButton>
      </Space>
      <p className="code-input-left" role="status">
        {rest.repeated > 0 && <span>{t('codeInput.repeated', { number: count(rest.repeated) })}</span>}
        {rest.beyond > 0 && <span>{t('codeInput.beyond', { number: count(rest.beyond), limit: count(most) })}</span>}
      </p>
      <CameraView isFilming={isFilming} onCode={append} />
    </div>
  );
}
