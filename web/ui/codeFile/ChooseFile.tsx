import { UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { CodeFile } from './useCodeFile.ts';

interface Props<Part extends string> {
  readonly file: CodeFile<Part>;
  readonly disabled?: boolean;
}

/** A button for choosing a file of codes; it is the primary action until a file is chosen. */
export function ChooseFile<Part extends string>({ file, disabled = false }: Props<Part>) {
  const { t } = useTranslation();
  const { chosen, busy, choose } = file;
  const loading = busy && !chosen;
  return (
    <Upload
      accept=".txt,.csv,.jsonl,.ndjson,.json,.xlsx,.gz"
      showUploadList={false}
      disabled={disabled || loading}
      beforeUpload={(one) => {
        void choose(one);
        return false;
      }}
    >
      <Button
        type={chosen ? 'default' : 'primary'}
        icon={<UploadOutlined aria-hidden />}
        loading={loading}
        disabled={disabled}
      >
        {t('codefile.choose')}
      </Button>
    </Upload>
  );
}
