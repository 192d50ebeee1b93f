import { UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly disabled: boolean;
  readonly loading: boolean;
  /** It is what is to be done next. */
  readonly isNext: boolean;
  readonly onChoose: (file: File) => void;
}

/** A file of codes is chosen. */
export function ChooseFile({ disabled, loading, isNext, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <Upload
      accept=".txt,.csv,.jsonl,.ndjson,.json,.xlsx,.gz"
      showUploadList={false}
      disabled={disabled || loading}
      beforeUpload={(file) => {
        onChoose(file);
        return false;
      }}
    >
      <Button
        type={isNext ? 'primary' : 'default'}
        icon={<UploadOutlined aria-hidden />}
        loading={loading}
        disabled={disabled}
      >
        {t('codefile.choose')}
      </Button>
    </Upload>
  );
}
